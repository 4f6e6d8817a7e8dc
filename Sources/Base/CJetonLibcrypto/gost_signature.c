#include "gost.h"
#include "include/clibcrypto_signature.h"

// What verification computes with is public, so that its times may depend on it.

// z1 = s / e and z2 = -r / e modulo q, where e is the digest, or 1 if that is zero modulo q.
static int factors(
    const struct gost_calculation *calculation, const uint8_t *digest, const BIGNUM *r, const BIGNUM *s, BIGNUM *z1,
    BIGNUM *z2) {
    const BIGNUM *q = EC_GROUP_get0_order(calculation->group);
    BIGNUM *e = BN_lebin2bn(digest, (int)calculation->length, NULL);
    bool done = e && BN_nnmod(e, e, q, calculation->scratch) && (!BN_is_zero(e) || BN_one(e)) &&
        BN_mod_inverse(e, e, q, calculation->scratch) && BN_mod_mul(z1, s, e, q, calculation->scratch) &&
        BN_sub(z2, q, r) && BN_mod_mul(z2, z2, e, q, calculation->scratch);
    BN_free(e);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

// Checks that the x coordinate of z1 * P + z2 * Q is r modulo q: LIBCRYPTO_NOT_AUTHENTIC if it is not.
static int check(
    const struct gost_calculation *calculation, const EC_POINT *point, const uint8_t *digest, const BIGNUM *r,
    const BIGNUM *s) {
    const EC_GROUP *group = calculation->group;
    BIGNUM *z1 = BN_new(), *z2 = BN_new(), *x = BN_new();
    EC_POINT *sum = EC_POINT_new(group);
    int result = LIBCRYPTO_FAILED;
    if (z1 && z2 && x && sum && factors(calculation, digest, r, s, z1, z2) == LIBCRYPTO_OK &&
        EC_POINT_mul(group, sum, z1, point, z2, calculation->scratch)) {
        if (EC_POINT_is_at_infinity(group, sum)) result = LIBCRYPTO_NOT_AUTHENTIC;
        else if (
            EC_POINT_get_affine_coordinates(group, sum, x, NULL, calculation->scratch) &&
            BN_nnmod(x, x, EC_GROUP_get0_order(group), calculation->scratch))
            result = BN_cmp(x, r) ? LIBCRYPTO_NOT_AUTHENTIC : LIBCRYPTO_OK;
    }
    EC_POINT_free(sum);
    BN_free(x);
    BN_free(z2);
    BN_free(z1);
    return result;
}

int libcrypto_gost_verify(
    enum libcrypto_gost_curve curve, const uint8_t *point, const uint8_t *digest, const uint8_t *signature) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    int length = (int)calculation.length;
    const BIGNUM *q = EC_GROUP_get0_order(calculation.group);
    BIGNUM *s = BN_bin2bn(signature, length, NULL), *r = BN_bin2bn(signature + length, length, NULL);
    EC_POINT *key = libcrypto_gost_point(&calculation, point);
    if (!r || !s) {
        result = LIBCRYPTO_FAILED;
    } else if (!key) {
        result = LIBCRYPTO_INVALID;
    } else if (BN_is_zero(r) || BN_is_zero(s) || BN_cmp(r, q) >= 0 || BN_cmp(s, q) >= 0) {
        result = LIBCRYPTO_NOT_AUTHENTIC;
    } else {
        result = check(&calculation, key, digest, r, s);
    }
    EC_POINT_free(key);
    BN_free(r);
    BN_free(s);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(result);
}

// s = (r * scalar + k * e) mod q, where e is the digest, or 1 if that is zero modulo q; the products with secrets are
// multiplied by a random number first, so that their times say nothing about the secrets.
static int sign(
    const struct gost_calculation *calculation, const uint8_t *digest, const BIGNUM *scalar, const BIGNUM *k,
    const BIGNUM *r, BIGNUM *s) {
    const BIGNUM *q = EC_GROUP_get0_order(calculation->group);
    BN_CTX *scratch = calculation->scratch;
    BIGNUM *e = BN_lebin2bn(digest, (int)calculation->length, NULL), *blind = BN_secure_new();
    BIGNUM *blinded = BN_secure_new();
    bool done = e && blind && blinded && BN_nnmod(e, e, q, scratch) && (!BN_is_zero(e) || BN_one(e));
    do done = done && BN_priv_rand_range_ex(blind, q, 0, scratch);
    while (done && BN_is_zero(blind));
    done = done && BN_mod_mul(blinded, blind, scalar, q, scratch) && BN_mod_mul(blinded, blinded, r, q, scratch) &&
        BN_mod_mul(s, blind, k, q, scratch) && BN_mod_mul(s, s, e, q, scratch) && BN_mod_add_quick(s, s, blinded, q) &&
        BN_mod_inverse(blind, blind, q, scratch) && BN_mod_mul(s, s, blind, q, scratch);
    BN_clear_free(blinded);
    BN_clear_free(blind);
    BN_free(e);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_gost_sign(
    enum libcrypto_gost_curve curve, const uint8_t *scalar, const uint8_t *digest, uint8_t *signature) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    int length = (int)calculation.length;
    const BIGNUM *q = EC_GROUP_get0_order(calculation.group);
    BIGNUM *key = libcrypto_gost_scalar(&calculation, scalar), *k = BN_secure_new();
    BIGNUM *r = BN_new(), *s = BN_new();
    EC_POINT *point = EC_POINT_new(calculation.group);
    bool done = key && k && r && s && point;
    if (!key) result = LIBCRYPTO_INVALID;
    // RFC 7091, 6.1, steps 3 to 5. The key and the digest go into k, so that a bad random generator alone gives no key away.
    do {
        done = done && BN_generate_dsa_nonce(k, q, key, digest, (size_t)length, calculation.scratch);
        if (done && BN_is_zero(k)) continue;
        done = done && libcrypto_gost_multiply(&calculation, point, k, NULL) == LIBCRYPTO_OK &&
            EC_POINT_get_affine_coordinates(calculation.group, point, r, NULL, calculation.scratch) &&
            BN_nnmod(r, r, q, calculation.scratch) && sign(&calculation, digest, key, k, r, s) == LIBCRYPTO_OK;
    } while (done && (BN_is_zero(k) || BN_is_zero(r) || BN_is_zero(s)));
    done =
        done && BN_bn2binpad(s, signature, length) == length && BN_bn2binpad(r, signature + length, length) == length;
    if (!done && result == LIBCRYPTO_OK) result = LIBCRYPTO_FAILED;
    EC_POINT_clear_free(point);
    BN_free(s);
    BN_free(r);
    BN_clear_free(k);
    BN_clear_free(key);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(result);
}
