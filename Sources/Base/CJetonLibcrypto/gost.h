// What the files of the GOST family share.

#ifndef JETON_CLIBCRYPTO_GOST_INTERNAL_H
#define JETON_CLIBCRYPTO_GOST_INTERNAL_H

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include "include/clibcrypto_gost.h"
#include "internal.h"

// The algorithms, fetched once and never freed: they are in use as long as the process lives.
struct gost {
    EVP_MD *digests[3];
    EVP_MAC *hmac, *cmac, *imit;
    EVP_KDF *pbkdf2;
    EVP_CIPHER *counter, *kuznyechik;
};

// The algorithms, or NULL if the provider can't be loaded; then the next call tries again.
const struct gost *libcrypto_gost(void);

// The name that the provider gives a digest.
const char *libcrypto_gost_digest_name(enum libcrypto_gost_digest function);

// Parameters of a curve as the RFCs print them, most significant digit first.
struct gost_curve {
    size_t length;
    unsigned cofactor;
    const char *p, *a, *b, *q, *x, *y;
    // Q_1 of RFC 8133, A.1.
    const char *mask_x, *mask_y;
};

// A curve with what a calculation on it needs. The scratch numbers are overwritten when freed.
struct gost_calculation {
    size_t length;
    const struct gost_curve *curve;
    const EC_GROUP *group;
    BN_CTX *scratch;
};

// Begins a calculation: LIBCRYPTO_INVALID for a curve that there is not.
int libcrypto_gost_begin(enum libcrypto_gost_curve curve, struct gost_calculation *calculation);
void libcrypto_gost_end(struct gost_calculation *calculation);

// A number of the curve's length, 1 to q - 1; NULL if it is another, or without memory.
BIGNUM *libcrypto_gost_scalar(const struct gost_calculation *calculation, const uint8_t *octets);

// A point with coordinates below p that is on the curve; NULL if it is not, or without memory.
EC_POINT *libcrypto_gost_point(const struct gost_calculation *calculation, const uint8_t *octets);

// Writes a point; LIBCRYPTO_FAILED for the neutral element.
int libcrypto_gost_write_point(const struct gost_calculation *calculation, const EC_POINT *point, uint8_t *octets);

// result = scalar * point, of the generator if `point` is NULL; in constant time for scalars below q.
int libcrypto_gost_multiply(
    const struct gost_calculation *calculation, EC_POINT *result, const BIGNUM *scalar, const EC_POINT *point);

#endif
