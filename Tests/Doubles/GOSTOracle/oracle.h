/// GOST R algorithms of libgcrypt, for comparison with ours. The library is found when the first function is called;
/// every function gives 0 if it did its work, and -1 otherwise.

#ifndef GOST_ORACLE_H
#define GOST_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/// Numbers that libgcrypt gives to what is compared.
enum oracle_algorithm {
    ORACLE_GOST3411_94_TEST = 308,
    ORACLE_STREEBOG_256 = 309,
    ORACLE_STREEBOG_512 = 310,
    ORACLE_GOST3411_94_CRYPTOPRO = 311,
    ORACLE_IMIT = 1,
    ORACLE_HMAC_STREEBOG_256 = 112,
    ORACLE_HMAC_STREEBOG_512 = 113,
};

/// Hashes octets; `digest` has 32 octets, or 64.
int oracle_hash(int algorithm, const uint8_t *octets, size_t count, uint8_t *digest);

/// A check value; `parameters` names the S-boxes of GOST 28147-89 by object identifier, or is NULL.
int oracle_code(
    int algorithm, const char *parameters, const uint8_t *key, size_t key_length, const uint8_t *octets, size_t count,
    uint8_t *code, size_t code_length);

/// PBKDF2 with HMAC-Streebog-512.
int oracle_stretch(
    const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, unsigned long iterations,
    uint8_t *key, size_t count);

/// GOST 28147-89 on whole blocks of 8 octets, each by itself, without key meshing.
int oracle_blocks(
    const char *parameters, int encrypts, const uint8_t *key, const uint8_t *input, size_t count, uint8_t *output);

/// scalar * (generator or point) on a curve that libgcrypt knows, all in `length` octets, the least significant first.
/// `factor` multiplies the scalar modulo q first.
int oracle_multiply(
    const char *curve, size_t length, const uint8_t *scalar, const uint8_t *factor, size_t factor_length,
    const uint8_t *point, uint8_t *product);

#endif
