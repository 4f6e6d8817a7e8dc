/// The point arithmetic of CJetonLibcrypto, opened for tests: on a curve that it does not have, and with a look at what its
/// caller can't see. Every function gives 0 if it did its work, and -1 otherwise.
///
/// Numbers and points are octets as in CJetonLibcrypto: the least significant first, x before y.

#ifndef GOST_INTERNALS_H
#define GOST_INTERNALS_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// The curve of the examples of RFC 5832 and RFC 7091, 7.1. Every other number is one of enum libcrypto_gost_curve.
#define INTERNALS_EXAMPLE_CURVE (-1)

/// scalar * P.
int internals_public(int curve, const uint8_t *scalar, uint8_t *point);

/// Signs (RFC 7091, 6.1): writes C = k * P, r and s.
int internals_sign(
    int curve, const uint8_t *scalar, const uint8_t *digest, const uint8_t *k, uint8_t *product, uint8_t *r,
    uint8_t *s);

/// Verifies (RFC 7091, 6.2): writes v, z_1, z_2, C = z_1 * P + z_2 * Q and R. A signature is right if R is r.
int internals_verify(
    int curve, const uint8_t *point, const uint8_t *digest, const uint8_t *r, const uint8_t *s, uint8_t *v, uint8_t *z1,
    uint8_t *z2, uint8_t *product, uint8_t *r_again);

/// The kinds of products, of which the first two are all that CJetonLibcrypto may make of secret numbers.
enum internals_product {
    /// libcrypto_gost_multiply with the generator.
    INTERNALS_OF_GENERATOR = 0,
    /// libcrypto_gost_multiply with another point.
    INTERNALS_OF_POINT = 1,
    /// A sum of both in one call.
    INTERNALS_OF_BOTH = 2,
    /// A point of a group that has neither order nor cofactor.
    INTERNALS_WITHOUT_ORDER = 3,
};

/// Whether OpenSSL made a product by its ladder: then the third coordinate is one, which is the only trace that it
/// leaves. `has_order` is whether the group has a generator, and the order and the cofactor that `order` and `cofactor`
/// say.
int internals_uses_ladder(
    int curve, enum internals_product kind, const uint8_t *scalar, const uint8_t *order, unsigned cofactor,
    int *uses_ladder, int *has_order);

#pragma clang assume_nonnull end

#endif
