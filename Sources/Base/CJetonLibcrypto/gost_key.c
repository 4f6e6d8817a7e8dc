#include <string.h>

#include "gost.h"

int libcrypto_gost_key_generate(enum libcrypto_gost_curve curve, uint8_t *scalar) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    BIGNUM *number = BN_secure_new();
    const BIGNUM *order = EC_GROUP_get0_order(calculation.group);
    bool done = number != NULL;
    do done = done && BN_priv_rand_range_ex(number, order, 0, calculation.scratch);
    while (done && BN_is_zero(number));
    done = done && BN_bn2lebinpad(number, scalar, (int)calculation.length) == (int)calculation.length;
    BN_clear_free(number);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_gost_key_public(enum libcrypto_gost_curve curve, const uint8_t *scalar, uint8_t *point) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    BIGNUM *number = libcrypto_gost_scalar(&calculation, scalar);
    EC_POINT *product = number ? EC_POINT_new(calculation.group) : NULL;
    if (!number) {
        result = LIBCRYPTO_INVALID;
    } else if (
        !product || libcrypto_gost_multiply(&calculation, product, number, NULL) != LIBCRYPTO_OK ||
        libcrypto_gost_write_point(&calculation, product, point) != LIBCRYPTO_OK) {
        result = LIBCRYPTO_FAILED;
    }
    EC_POINT_free(product);
    BN_clear_free(number);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_gost_point_check(enum libcrypto_gost_curve curve, const uint8_t *octets) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    EC_POINT *point = libcrypto_gost_point(&calculation, octets), *product = NULL;
    if (!point) {
        result = LIBCRYPTO_INVALID;
    } else if (calculation.curve->cofactor != 1) {
        // VKO's factor is no multiple of the cofactor, so nothing else would keep out a point of small order.
        product = EC_POINT_new(calculation.group);
        const BIGNUM *order = EC_GROUP_get0_order(calculation.group);
        if (!product || libcrypto_gost_multiply(&calculation, product, order, point) != LIBCRYPTO_OK)
            result = LIBCRYPTO_FAILED;
        else if (!EC_POINT_is_at_infinity(calculation.group, product)) result = LIBCRYPTO_INVALID;
    }
    EC_POINT_free(product);
    EC_POINT_free(point);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(result);
}

// m/q * UKM * scalar mod q, or NULL if that is zero or there is no memory.
static BIGNUM *vko_factor(
    const struct gost_calculation *calculation, const BIGNUM *scalar, const uint8_t *ukm, size_t ukm_length) {
    const BIGNUM *order = EC_GROUP_get0_order(calculation->group);
    BIGNUM *factor = BN_lebin2bn(ukm, (int)ukm_length, NULL);
    if (factor && BN_mul_word(factor, calculation->curve->cofactor) &&
        BN_mod_mul(factor, factor, scalar, order, calculation->scratch) && !BN_is_zero(factor)) {
        BN_set_flags(factor, BN_FLG_CONSTTIME);
        return factor;
    }
    BN_clear_free(factor);
    return NULL;
}

int libcrypto_gost_vko(
    enum libcrypto_gost_curve curve, const uint8_t *scalar, const uint8_t *peer, const uint8_t *ukm, size_t ukm_length,
    enum libcrypto_gost_digest function, uint8_t *key) {
    if (!libcrypto_gost()) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    uint8_t shared[2 * LIBCRYPTO_GOST_MAXIMUM_SCALAR_LENGTH];
    BIGNUM *number = libcrypto_gost_scalar(&calculation, scalar), *factor = NULL;
    EC_POINT *point = libcrypto_gost_point(&calculation, peer), *product = NULL;
    result = LIBCRYPTO_INVALID;
    if (!number || BN_is_one(number) || !point || !ukm_length || ukm_length > calculation.length ||
        (function == LIBCRYPTO_GOST_3411_94 && ukm_length != 8) ||
        EC_POINT_cmp(calculation.group, point, EC_GROUP_get0_generator(calculation.group), calculation.scratch) != 1)
        goto end;
    factor = vko_factor(&calculation, number, ukm, ukm_length);
    if (!factor) goto end;
    result = LIBCRYPTO_FAILED;
    product = EC_POINT_new(calculation.group);
    if (product && libcrypto_gost_multiply(&calculation, product, factor, point) == LIBCRYPTO_OK &&
        libcrypto_gost_write_point(&calculation, product, shared) == LIBCRYPTO_OK)
        result = libcrypto_gost_hash(function, shared, 2 * calculation.length, key);
end:
    OPENSSL_cleanse(shared, sizeof shared);
    EC_POINT_clear_free(product);
    EC_POINT_free(point);
    BN_clear_free(factor);
    BN_clear_free(number);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(result);
}
