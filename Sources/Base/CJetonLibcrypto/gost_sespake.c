#include <string.h>

#include "gost.h"

int libcrypto_sespake_password_point(enum libcrypto_gost_curve curve, const uint8_t *stretched, uint8_t *point) {
    struct gost_calculation calculation;
    int result = libcrypto_gost_begin(curve, &calculation);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    BIGNUM *x = NULL, *y = NULL, *factor = BN_lebin2bn(stretched, (int)calculation.length, NULL);
    EC_POINT *mask = EC_POINT_new(calculation.group);
    if (factor) BN_set_flags(factor, BN_FLG_CONSTTIME);
    // The mask has the order q, so the factor may be reduced, as the multiplication in constant time wants it.
    bool done = mask && factor && BN_hex2bn(&x, calculation.curve->mask_x) &&
        BN_hex2bn(&y, calculation.curve->mask_y) &&
        EC_POINT_set_affine_coordinates(calculation.group, mask, x, y, calculation.scratch) &&
        BN_nnmod(factor, factor, EC_GROUP_get0_order(calculation.group), calculation.scratch) &&
        libcrypto_gost_multiply(&calculation, mask, factor, mask) == LIBCRYPTO_OK &&
        libcrypto_gost_write_point(&calculation, mask, point) == LIBCRYPTO_OK;
    EC_POINT_clear_free(mask);
    BN_clear_free(factor);
    BN_free(x);
    BN_free(y);
    libcrypto_gost_end(&calculation);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

// What both steps of both sides begin with.
struct exchange {
    struct gost_calculation calculation;
    BIGNUM *scalar;
    // Q_PW, negated for the client's share and for the server's share as it is.
    EC_POINT *mask;
    // scalar * P.
    EC_POINT *product;
};

static int begin(
    struct exchange *exchange, enum libcrypto_gost_curve curve, bool is_server, const uint8_t *scalar,
    const uint8_t *password_point) {
    *exchange = (struct exchange){0};
    struct gost_calculation *calculation = &exchange->calculation;
    int result = libcrypto_gost_begin(curve, calculation);
    if (result != LIBCRYPTO_OK) return result;
    exchange->scalar = libcrypto_gost_scalar(calculation, scalar);
    exchange->mask = libcrypto_gost_point(calculation, password_point);
    if (!exchange->scalar || !exchange->mask) return LIBCRYPTO_INVALID;
    exchange->product = EC_POINT_new(calculation->group);
    if (!exchange->product ||
        libcrypto_gost_multiply(calculation, exchange->product, exchange->scalar, NULL) != LIBCRYPTO_OK ||
        (!is_server && !EC_POINT_invert(calculation->group, exchange->mask, calculation->scratch)))
        return LIBCRYPTO_FAILED;
    return LIBCRYPTO_OK;
}

static void end(struct exchange *exchange) {
    BN_clear_free(exchange->scalar);
    EC_POINT_clear_free(exchange->mask);
    EC_POINT_clear_free(exchange->product);
    libcrypto_gost_end(&exchange->calculation);
}

int libcrypto_sespake_share(
    enum libcrypto_gost_curve curve, bool is_server, const uint8_t *scalar, const uint8_t *password_point,
    uint8_t *share) {
    struct exchange exchange;
    int result = begin(&exchange, curve, is_server, scalar, password_point);
    struct gost_calculation *calculation = &exchange.calculation;
    if (result == LIBCRYPTO_OK &&
        (!EC_POINT_add(calculation->group, exchange.product, exchange.product, exchange.mask, calculation->scratch) ||
         libcrypto_gost_write_point(calculation, exchange.product, share) != LIBCRYPTO_OK))
        result = LIBCRYPTO_FAILED;
    end(&exchange);
    return libcrypto_finish(result);
}

// Finds out whether m/q * point is the neutral element.
static int find_small_order(const struct gost_calculation *calculation, const EC_POINT *point, bool *is_small) {
    const EC_GROUP *group = calculation->group;
    EC_POINT *multiple = EC_POINT_dup(point, group);
    bool done = multiple != NULL;
    for (unsigned factor = 1; done && factor < calculation->curve->cofactor; factor *= 2)
        done = EC_POINT_dbl(group, multiple, multiple, calculation->scratch);
    if (done) *is_small = EC_POINT_is_at_infinity(group, multiple);
    EC_POINT_clear_free(multiple);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_sespake_key(
    enum libcrypto_gost_curve curve, bool is_server, const uint8_t *scalar, const uint8_t *password_point,
    const uint8_t *peer, uint8_t *key, uint8_t *z) {
    if (!libcrypto_gost()) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    struct exchange exchange;
    uint8_t shared[2 * LIBCRYPTO_GOST_MAXIMUM_SCALAR_LENGTH];
    int result = begin(&exchange, curve, is_server, scalar, password_point);
    struct gost_calculation *calculation = &exchange.calculation;
    EC_POINT *point = result == LIBCRYPTO_OK ? libcrypto_gost_point(calculation, peer) : NULL;
    if (result == LIBCRYPTO_OK && !point) result = LIBCRYPTO_INVALID;
    if (result != LIBCRYPTO_OK) goto end;
    result = LIBCRYPTO_FAILED;
    const EC_GROUP *group = calculation->group;
    if (!EC_POINT_add(group, point, point, exchange.mask, calculation->scratch)) goto end;
    bool is_small;
    if (find_small_order(calculation, point, &is_small) != LIBCRYPTO_OK) goto end;
    // scalar * P is at hand in either case, so that the time does not tell whether a guess was right.
    if (is_small && !EC_POINT_copy(point, exchange.product)) goto end;
    // (m/q * scalar) mod q.
    if (!BN_mul_word(exchange.scalar, calculation->curve->cofactor) ||
        !BN_nnmod(exchange.scalar, exchange.scalar, EC_GROUP_get0_order(group), calculation->scratch))
        goto end;
    if (libcrypto_gost_multiply(calculation, point, exchange.scalar, point) != LIBCRYPTO_OK ||
        libcrypto_gost_write_point(calculation, point, shared) != LIBCRYPTO_OK)
        goto end;
    result = libcrypto_gost_hash(LIBCRYPTO_GOST_STREEBOG_256, shared, 2 * calculation->length, key);
    if (result == LIBCRYPTO_OK) *z = (uint8_t)is_small;
end:
    OPENSSL_cleanse(shared, sizeof shared);
    EC_POINT_clear_free(point);
    end(&exchange);
    return libcrypto_finish(result);
}
