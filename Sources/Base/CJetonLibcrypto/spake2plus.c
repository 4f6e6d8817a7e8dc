#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/objects.h>
#include <string.h>

#include "include/clibcrypto_spake2plus.h"
#include "internal.h"

enum { scalar_length = LIBCRYPTO_SPAKE2PLUS_SCALAR_LENGTH, point_length = LIBCRYPTO_SPAKE2PLUS_POINT_LENGTH };

// M and N for P-256: RFC 9383, 4, compressed as SEC 1 writes them.
static const uint8_t constants[2][33] = {
    {0x02, 0x88, 0x6E, 0x2F, 0x97, 0xAC, 0xE4, 0x6E, 0x55, 0xBA, 0x9D, 0xD7, 0x24, 0x25, 0x79, 0xF2, 0x99,
     0x3B, 0x64, 0xE1, 0x6E, 0xF3, 0xDC, 0xAB, 0x95, 0xAF, 0xD4, 0x97, 0x33, 0x3D, 0x8F, 0xA1, 0x2F},
    {0x03, 0xD8, 0xBB, 0xD6, 0xC6, 0x39, 0xC6, 0x29, 0x37, 0xB0, 0x4D, 0x99, 0x7F, 0x38, 0xC3, 0x77, 0x07,
     0x19, 0xC6, 0x29, 0xD7, 0x01, 0x4D, 0x49, 0xA2, 0x4B, 0x4F, 0x98, 0xBA, 0xA1, 0x29, 0x2B, 0x49},
};

// P-256 with the scratch numbers of one calculation, which are overwritten when freed.
struct calculation {
    EC_GROUP *group;
    BN_CTX *scratch;
};

static int begin(struct calculation *calculation) {
    *calculation = (struct calculation){0};
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!context) return LIBCRYPTO_FAILED;
    calculation->group = EC_GROUP_new_by_curve_name_ex(context, LIBCRYPTO_PROPERTIES, NID_X9_62_prime256v1);
    calculation->scratch = BN_CTX_secure_new_ex(context);
    return calculation->group && calculation->scratch ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

static void end(struct calculation *calculation) {
    BN_CTX_free(calculation->scratch);
    EC_GROUP_free(calculation->group);
}

// A scalar, 1 to p - 1; NULL for any other number or without memory.
static BIGNUM *take_scalar(const struct calculation *calculation, const uint8_t *octets) {
    BIGNUM *number = libcrypto_secret_number(octets, scalar_length);
    if (number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(calculation->group)) < 0) {
        BN_set_flags(number, BN_FLG_CONSTTIME);
        return number;
    }
    BN_clear_free(number);
    return NULL;
}

// A point other than the identity; NULL for bytes that are none, or without memory. P-256 has the cofactor 1.
static EC_POINT *take_point(const struct calculation *calculation, const uint8_t *octets, size_t count) {
    EC_POINT *point = EC_POINT_new(calculation->group);
    if (point && EC_POINT_oct2point(calculation->group, point, octets, count, calculation->scratch) &&
        !EC_POINT_is_at_infinity(calculation->group, point))
        return point;
    EC_POINT_free(point);
    return NULL;
}

static EC_POINT *take_share(const struct calculation *calculation, const uint8_t *octets) {
    return octets[0] == 0x04 ? take_point(calculation, octets, point_length) : NULL;
}

// Writes a point; LIBCRYPTO_INVALID for the identity.
static int write_point(const struct calculation *calculation, const EC_POINT *point, uint8_t *octets) {
    if (EC_POINT_is_at_infinity(calculation->group, point)) return LIBCRYPTO_INVALID;
    size_t written = EC_POINT_point2oct(
        calculation->group, point, POINT_CONVERSION_UNCOMPRESSED, octets, point_length, calculation->scratch);
    return written == point_length ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

// result = scalar * point, of the generator if `point` is NULL. One product a call: the sum of two, which the function
// offers too, takes a time that depends on the scalars.
static int multiply(
    const struct calculation *calculation, EC_POINT *result, const BIGNUM *scalar, const EC_POINT *point) {
    int done = point ? EC_POINT_mul(calculation->group, result, NULL, point, scalar, calculation->scratch)
                     : EC_POINT_mul(calculation->group, result, scalar, NULL, NULL, calculation->scratch);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

// w0 * M or w0 * N.
static EC_POINT *mask(const struct calculation *calculation, bool is_verifier, const BIGNUM *w0) {
    EC_POINT *point = take_point(calculation, constants[is_verifier], sizeof constants[0]);
    if (point && multiply(calculation, point, w0, point) == LIBCRYPTO_OK) return point;
    EC_POINT_clear_free(point);
    return NULL;
}

int libcrypto_spake2plus_constant(bool is_verifier, uint8_t *octets) {
    struct calculation calculation;
    int result = begin(&calculation);
    EC_POINT *point =
        result == LIBCRYPTO_OK ? take_point(&calculation, constants[is_verifier], sizeof constants[0]) : NULL;
    result = point ? write_point(&calculation, point, octets) : LIBCRYPTO_FAILED;
    EC_POINT_free(point);
    end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_spake2plus_random(uint8_t *scalar) {
    struct calculation calculation;
    int result = begin(&calculation);
    // The order is just below 2^256: even a second draw is needed about once in 2^32.
    bool drawn = false;
    for (int attempt = 0; attempt < 4 && result == LIBCRYPTO_OK && !drawn; attempt++) {
        uint8_t octets[scalar_length];
        result = libcrypto_random(octets, sizeof octets);
        BIGNUM *number = result == LIBCRYPTO_OK ? take_scalar(&calculation, octets) : NULL;
        drawn = number != NULL;
        if (drawn) memcpy(scalar, octets, sizeof octets);
        BN_clear_free(number);
        OPENSSL_cleanse(octets, sizeof octets);
    }
    if (!drawn) result = LIBCRYPTO_FAILED;
    end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_spake2plus_reduce(const uint8_t *octets, size_t count, uint8_t *scalar) {
    if (count < 40 || count > 64) return LIBCRYPTO_INVALID;
    struct calculation calculation;
    int result = LIBCRYPTO_FAILED;
    BIGNUM *number = begin(&calculation) == LIBCRYPTO_OK ? libcrypto_secret_number(octets, count) : NULL;
    if (number) {
        BN_set_flags(number, BN_FLG_CONSTTIME);
        if (!BN_nnmod(number, number, EC_GROUP_get0_order(calculation.group), calculation.scratch))
            result = LIBCRYPTO_FAILED;
        else if (BN_is_zero(number)) result = LIBCRYPTO_INVALID;
        else if (BN_bn2binpad(number, scalar, scalar_length) == scalar_length) result = LIBCRYPTO_OK;
    }
    BN_clear_free(number);
    end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_spake2plus_record(const uint8_t *w1, uint8_t *point) {
    struct calculation calculation;
    int result = begin(&calculation);
    if (result != LIBCRYPTO_OK) {
        end(&calculation);
        return libcrypto_finish(result);
    }
    BIGNUM *number = take_scalar(&calculation, w1);
    EC_POINT *product = number ? EC_POINT_new(calculation.group) : NULL;
    result = number ? LIBCRYPTO_FAILED : LIBCRYPTO_INVALID;
    if (product) result = multiply(&calculation, product, number, NULL);
    if (product && result == LIBCRYPTO_OK) result = write_point(&calculation, product, point);
    EC_POINT_clear_free(product);
    BN_clear_free(number);
    end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_spake2plus_share(bool is_verifier, const uint8_t *scalar, const uint8_t *w0, uint8_t *share) {
    struct calculation calculation;
    BIGNUM *number = NULL, *factor = NULL;
    EC_POINT *product = NULL, *blind = NULL;
    int result = begin(&calculation);
    if (result != LIBCRYPTO_OK) goto finish;
    number = take_scalar(&calculation, scalar);
    factor = take_scalar(&calculation, w0);
    result = LIBCRYPTO_INVALID;
    if (!number || !factor) goto finish;
    result = LIBCRYPTO_FAILED;
    product = EC_POINT_new(calculation.group);
    blind = mask(&calculation, is_verifier, factor);
    if (product && blind && multiply(&calculation, product, number, NULL) == LIBCRYPTO_OK &&
        EC_POINT_add(calculation.group, product, product, blind, calculation.scratch))
        result = write_point(&calculation, product, share);
finish:
    EC_POINT_clear_free(blind);
    EC_POINT_clear_free(product);
    BN_clear_free(factor);
    BN_clear_free(number);
    end(&calculation);
    return libcrypto_finish(result);
}

// The peer's share without its mask: x * P or y * P. NULL if the share is not a point of the curve, is the mask itself,
// or without memory.
static EC_POINT *unmask(
    const struct calculation *calculation, bool is_verifier, const uint8_t *share, const BIGNUM *w0) {
    EC_POINT *point = take_share(calculation, share);
    // The peer's constant: the prover has the verifier's share before it.
    EC_POINT *blind = point ? mask(calculation, !is_verifier, w0) : NULL;
    bool done = blind && EC_POINT_invert(calculation->group, blind, calculation->scratch) &&
        EC_POINT_add(calculation->group, point, point, blind, calculation->scratch) &&
        !EC_POINT_is_at_infinity(calculation->group, point);
    EC_POINT_clear_free(blind);
    if (done) return point;
    EC_POINT_clear_free(point);
    return NULL;
}

// Writes Z = scalar * `z_base` and V = v_scalar * `v_base`.
static int agree(
    const struct calculation *calculation, const BIGNUM *scalar, const EC_POINT *z_base, const BIGNUM *v_scalar,
    const EC_POINT *v_base, uint8_t *z, uint8_t *v) {
    EC_POINT *product = EC_POINT_new(calculation->group);
    uint8_t first[point_length], second[point_length];
    int result = product ? multiply(calculation, product, scalar, z_base) : LIBCRYPTO_FAILED;
    if (result == LIBCRYPTO_OK) result = write_point(calculation, product, first);
    if (result == LIBCRYPTO_OK) result = multiply(calculation, product, v_scalar, v_base);
    if (result == LIBCRYPTO_OK) result = write_point(calculation, product, second);
    if (result == LIBCRYPTO_OK) {
        memcpy(z, first, sizeof first);
        memcpy(v, second, sizeof second);
    }
    OPENSSL_cleanse(first, sizeof first);
    OPENSSL_cleanse(second, sizeof second);
    EC_POINT_clear_free(product);
    return result;
}

int libcrypto_spake2plus_prover(
    const uint8_t *x, const uint8_t *w0, const uint8_t *w1, const uint8_t *share, uint8_t *z, uint8_t *v) {
    struct calculation calculation;
    BIGNUM *scalar = NULL, *factor = NULL, *password = NULL;
    EC_POINT *peer = NULL;
    int result = begin(&calculation);
    if (result != LIBCRYPTO_OK) goto finish;
    scalar = take_scalar(&calculation, x);
    factor = take_scalar(&calculation, w0);
    password = take_scalar(&calculation, w1);
    result = LIBCRYPTO_INVALID;
    if (!scalar || !factor || !password || !(peer = unmask(&calculation, false, share, factor))) goto finish;
    result = agree(&calculation, scalar, peer, password, peer, z, v);
finish:
    EC_POINT_clear_free(peer);
    BN_clear_free(password);
    BN_clear_free(factor);
    BN_clear_free(scalar);
    end(&calculation);
    return libcrypto_finish(result);
}

int libcrypto_spake2plus_verifier(
    const uint8_t *y, const uint8_t *w0, const uint8_t *record, const uint8_t *share, uint8_t *z, uint8_t *v) {
    struct calculation calculation;
    BIGNUM *scalar = NULL, *factor = NULL;
    EC_POINT *peer = NULL, *registered = NULL;
    int result = begin(&calculation);
    if (result != LIBCRYPTO_OK) goto finish;
    scalar = take_scalar(&calculation, y);
    factor = take_scalar(&calculation, w0);
    registered = take_share(&calculation, record);
    result = LIBCRYPTO_INVALID;
    if (!scalar || !factor || !registered || !(peer = unmask(&calculation, true, share, factor))) goto finish;
    result = agree(&calculation, scalar, peer, scalar, registered, z, v);
finish:
    EC_POINT_clear_free(registered);
    EC_POINT_clear_free(peer);
    BN_clear_free(factor);
    BN_clear_free(scalar);
    end(&calculation);
    return libcrypto_finish(result);
}
