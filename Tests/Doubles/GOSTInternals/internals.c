#include "internals.h"

#include <openssl/bn.h>
#include <openssl/ec.h>

#include "gost.h"

// RFC 5832, 7.1.
static const struct gost_curve example = {
    .length = 32,
    .cofactor = 1,
    .p = "8000000000000000000000000000000000000000000000000000000000000431",
    .a = "7",
    .b = "5FBFF498AA938CE739B8E022FBAFEF40563F6E6A3472FC2A514C0CE9DAE23B7E",
    .q = "8000000000000000000000000000000150FE8A1892976154C59CFC193ACCF5B3",
    .x = "2",
    .y = "08E2A8A0E65147D4BD6316030E16D19C85C97F0A9CA267122B96ABBCEA7E8FC8",
    .mask_x = "",
    .mask_y = "",
};

static EC_GROUP *make_group(const struct gost_curve *curve) {
    const char *digits[6] = {curve->p, curve->a, curve->b, curve->x, curve->y, curve->q};
    BIGNUM *numbers[6] = {NULL};
    bool done = true;
    for (int i = 0; i < 6; i++) done = done && BN_hex2bn(&numbers[i], digits[i]);
    EC_GROUP *group = done ? EC_GROUP_new_curve_GFp(numbers[0], numbers[1], numbers[2], NULL) : NULL;
    EC_POINT *generator = group ? EC_POINT_new(group) : NULL;
    done = generator && EC_POINT_set_affine_coordinates(group, generator, numbers[3], numbers[4], NULL) &&
        EC_GROUP_set_generator(group, generator, numbers[5], BN_value_one());
    EC_POINT_free(generator);
    for (int i = 0; i < 6; i++) BN_free(numbers[i]);
    if (done) return group;
    EC_GROUP_free(group);
    return NULL;
}

// CJetonLibcrypto's calculation on one of its curves, or one like it on the example's.
static bool begin(int curve, struct gost_calculation *calculation) {
    if (curve != INTERNALS_EXAMPLE_CURVE)
        return libcrypto_gost_begin((enum libcrypto_gost_curve)curve, calculation) == LIBCRYPTO_OK;
    *calculation = (struct gost_calculation){.length = example.length, .curve = &example};
    calculation->group = make_group(&example);
    calculation->scratch = BN_CTX_new();
    return calculation->group && calculation->scratch;
}

static void end(struct gost_calculation *calculation) {
    if (calculation->curve == &example) EC_GROUP_free((EC_GROUP *)calculation->group);
    libcrypto_gost_end(calculation);
}

static bool write_number(const struct gost_calculation *calculation, const BIGNUM *number, uint8_t *octets) {
    return BN_bn2lebinpad(number, octets, (int)calculation->length) == (int)calculation->length;
}

// A digest modulo q, or one if that is zero.
static BIGNUM *read_digest(const struct gost_calculation *calculation, const uint8_t *octets) {
    BIGNUM *digest = BN_lebin2bn(octets, (int)calculation->length, NULL);
    if (!digest || !BN_nnmod(digest, digest, EC_GROUP_get0_order(calculation->group), calculation->scratch) ||
        (BN_is_zero(digest) && !BN_one(digest))) {
        BN_free(digest);
        return NULL;
    }
    return digest;
}

// The first coordinate modulo q.
static bool reduce(const struct gost_calculation *calculation, const EC_POINT *point, BIGNUM *number) {
    return EC_POINT_get_affine_coordinates(calculation->group, point, number, NULL, calculation->scratch) &&
        BN_nnmod(number, number, EC_GROUP_get0_order(calculation->group), calculation->scratch);
}

int internals_public(int curve, const uint8_t *scalar, uint8_t *point) {
    struct gost_calculation calculation;
    bool done = begin(curve, &calculation);
    BIGNUM *number = done ? libcrypto_gost_scalar(&calculation, scalar) : NULL;
    EC_POINT *product = number ? EC_POINT_new(calculation.group) : NULL;
    done = product && libcrypto_gost_multiply(&calculation, product, number, NULL) == LIBCRYPTO_OK &&
        libcrypto_gost_write_point(&calculation, product, point) == LIBCRYPTO_OK;
    EC_POINT_free(product);
    BN_free(number);
    end(&calculation);
    return done ? 0 : -1;
}

int internals_sign(
    int curve, const uint8_t *scalar, const uint8_t *digest, const uint8_t *k, uint8_t *product, uint8_t *r,
    uint8_t *s) {
    struct gost_calculation calculation;
    bool done = begin(curve, &calculation);
    const BIGNUM *q = done ? EC_GROUP_get0_order(calculation.group) : NULL;
    BIGNUM *d = done ? libcrypto_gost_scalar(&calculation, scalar) : NULL, *first = BN_new();
    BIGNUM *number = done ? libcrypto_gost_scalar(&calculation, k) : NULL;
    BIGNUM *e = done ? read_digest(&calculation, digest) : NULL;
    EC_POINT *point = done ? EC_POINT_new(calculation.group) : NULL;
    done = d && number && e && point && first &&
        libcrypto_gost_multiply(&calculation, point, number, NULL) == LIBCRYPTO_OK &&
        libcrypto_gost_write_point(&calculation, point, product) == LIBCRYPTO_OK &&
        reduce(&calculation, point, first) && write_number(&calculation, first, r) &&
        BN_mod_mul(d, d, first, q, calculation.scratch) && BN_mod_mul(number, number, e, q, calculation.scratch) &&
        BN_mod_add(d, d, number, q, calculation.scratch) && write_number(&calculation, d, s);
    EC_POINT_free(point);
    BN_free(d);
    BN_free(e);
    BN_free(number);
    BN_free(first);
    end(&calculation);
    return done ? 0 : -1;
}

int internals_verify(
    int curve, const uint8_t *point, const uint8_t *digest, const uint8_t *r, const uint8_t *s, uint8_t *v, uint8_t *z1,
    uint8_t *z2, uint8_t *product, uint8_t *r_again) {
    struct gost_calculation calculation;
    bool done = begin(curve, &calculation);
    const BIGNUM *q = done ? EC_GROUP_get0_order(calculation.group) : NULL;
    BIGNUM *first = done ? libcrypto_gost_scalar(&calculation, r) : NULL;
    BIGNUM *second = done ? libcrypto_gost_scalar(&calculation, s) : NULL;
    BIGNUM *e = done ? read_digest(&calculation, digest) : NULL;
    EC_POINT *peer = done ? libcrypto_gost_point(&calculation, point) : NULL;
    EC_POINT *sum = done ? EC_POINT_new(calculation.group) : NULL;
    // Each product for itself, as CJetonLibcrypto makes them: nothing here is secret, but it is its multiplication that is
    // tested.
    done = first && second && e && peer && sum && BN_mod_inverse(e, e, q, calculation.scratch) &&
        write_number(&calculation, e, v) && BN_mod_mul(second, second, e, q, calculation.scratch) &&
        write_number(&calculation, second, z1) && BN_mod_mul(first, first, e, q, calculation.scratch) &&
        BN_sub(first, q, first) && write_number(&calculation, first, z2) &&
        libcrypto_gost_multiply(&calculation, sum, second, NULL) == LIBCRYPTO_OK &&
        libcrypto_gost_multiply(&calculation, peer, first, peer) == LIBCRYPTO_OK &&
        EC_POINT_add(calculation.group, sum, sum, peer, calculation.scratch) &&
        libcrypto_gost_write_point(&calculation, sum, product) == LIBCRYPTO_OK && reduce(&calculation, sum, first) &&
        write_number(&calculation, first, r_again);
    EC_POINT_free(peer);
    EC_POINT_free(sum);
    BN_free(e);
    BN_free(first);
    BN_free(second);
    end(&calculation);
    return done ? 0 : -1;
}

// Whether the third coordinate is one, which later versions of OpenSSL would rather not tell.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static bool is_normal(const EC_GROUP *group, const EC_POINT *point, int *normal) {
    BIGNUM *z = BN_new();
    bool done = z && EC_POINT_get_Jprojective_coordinates_GFp(group, point, NULL, NULL, z, NULL);
    *normal = done && BN_is_one(z);
    BN_free(z);
    return done;
}
#pragma clang diagnostic pop

// The same curve with nothing but its equation.
static EC_GROUP *bare_group(const EC_GROUP *group) {
    BIGNUM *p = BN_new(), *a = BN_new(), *b = BN_new();
    EC_GROUP *bare =
        p && a && b && EC_GROUP_get_curve(group, p, a, b, NULL) ? EC_GROUP_new_curve_GFp(p, a, b, NULL) : NULL;
    BN_free(p);
    BN_free(a);
    BN_free(b);
    return bare;
}

// Multiplies in the way asked for, and looks at the product.
static bool examine(
    const struct gost_calculation *calculation, enum internals_product kind, const BIGNUM *number, int *uses_ladder) {
    const EC_GROUP *group = calculation->group;
    EC_POINT *product = EC_POINT_new(group), *point = EC_POINT_dup(EC_GROUP_get0_generator(group), group);
    bool done = product && point && EC_POINT_dbl(group, point, point, NULL);
    switch (kind) {
    case INTERNALS_OF_GENERATOR:
        done = done && libcrypto_gost_multiply(calculation, product, number, NULL) == LIBCRYPTO_OK;
        break;
    case INTERNALS_OF_POINT:
        done = done && libcrypto_gost_multiply(calculation, product, number, point) == LIBCRYPTO_OK;
        break;
    case INTERNALS_OF_BOTH:
        done = done && EC_POINT_mul(group, product, number, point, number, calculation->scratch);
        break;
    case INTERNALS_WITHOUT_ORDER: {
        EC_GROUP *bare = bare_group(group);
        struct gost_calculation other = {.length = calculation->length, .group = bare, .scratch = calculation->scratch};
        EC_POINT *copy = bare ? EC_POINT_new(bare) : NULL;
        BIGNUM *x = BN_new(), *y = BN_new();
        done = done && copy && x && y && EC_POINT_get_affine_coordinates(group, point, x, y, NULL) &&
            EC_POINT_set_affine_coordinates(bare, copy, x, y, NULL) &&
            libcrypto_gost_multiply(&other, copy, number, copy) == LIBCRYPTO_OK && is_normal(bare, copy, uses_ladder);
        BN_free(x);
        BN_free(y);
        EC_POINT_free(copy);
        EC_GROUP_free(bare);
        break;
    }
    }
    if (kind != INTERNALS_WITHOUT_ORDER) done = done && is_normal(group, product, uses_ladder);
    EC_POINT_free(product);
    EC_POINT_free(point);
    return done;
}

int internals_uses_ladder(
    int curve, enum internals_product kind, const uint8_t *scalar, const uint8_t *order, unsigned cofactor,
    int *uses_ladder, int *has_order) {
    struct gost_calculation calculation;
    bool done = begin(curve, &calculation);
    BIGNUM *number = done ? libcrypto_gost_scalar(&calculation, scalar) : NULL;
    BIGNUM *q = done ? BN_lebin2bn(order, (int)calculation.length, NULL) : NULL;
    if (number && q && examine(&calculation, kind, number, uses_ladder)) {
        const BIGNUM *actual = EC_GROUP_get0_cofactor(calculation.group);
        *has_order = EC_GROUP_get0_generator(calculation.group) != NULL &&
            !BN_cmp(EC_GROUP_get0_order(calculation.group), q) && actual && BN_is_word(actual, cofactor);
    } else {
        done = false;
    }
    BN_free(number);
    BN_free(q);
    end(&calculation);
    return done ? 0 : -1;
}
