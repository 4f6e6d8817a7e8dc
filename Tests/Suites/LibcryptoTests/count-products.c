// Stands between a program and libcrypto, and writes a line for each product of points that the program asks for: how
// many terms it has, and whether OpenSSL's ladder can make it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <stdio.h>
#include <stdlib.h>

typedef int multiply(const EC_GROUP *, EC_POINT *, const BIGNUM *, const EC_POINT *, const BIGNUM *, BN_CTX *);

int EC_POINT_mul(
    const EC_GROUP *group, EC_POINT *result, const BIGNUM *generator_scalar, const EC_POINT *point,
    const BIGNUM *point_scalar, BN_CTX *scratch) {
    multiply *real = (multiply *)dlsym(RTLD_NEXT, "EC_POINT_mul");
    const BIGNUM *order = EC_GROUP_get0_order(group), *cofactor = EC_GROUP_get0_cofactor(group);
    const BIGNUM *scalar = generator_scalar ? generator_scalar : point_scalar;
    FILE *log = fopen(getenv("PRODUCTS"), "a");
    if (!log) abort();
    fprintf(
        log, "terms %d, generator %d, order %d, cofactor %d, scalar %d\n",
        (generator_scalar != NULL) + (point_scalar != NULL), EC_GROUP_get0_generator(group) != NULL,
        order && !BN_is_zero(order), cofactor && !BN_is_zero(cofactor), scalar && BN_cmp(scalar, order) <= 0);
    fclose(log);
    return real(group, result, generator_scalar, point, point_scalar, scratch);
}
