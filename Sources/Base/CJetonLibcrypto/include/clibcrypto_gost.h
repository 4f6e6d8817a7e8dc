/// The algorithms of the GOST R family, over libcrypto and its provider gostprov.
///
/// The provider is loaded into this target's library context when the first of these functions is called; nothing
/// else needs it. Without it every function here but the point checks gives LIBCRYPTO_UNAVAILABLE, and the next call
/// tries again. What the provider lacks (MGM, KDF_TREE, keys, VKO, SESPAKE) is built here on its block cipher and
/// digests and on libcrypto's EC_POINT. No ENGINE is used.
///
/// The provider's ciphers and digests look values up in tables: a program that shares the processor's cache may
/// learn about keys from the time that they take. Multiplication of points by secret numbers, the multiplication of
/// MGM and every comparison take the same time for all values of the same length.
///
/// Integers and coordinates are bytes with the least significant first. A public key is x, then y. Inputs of no
/// bytes may be NULL. Every function may be called by any thread; outputs are written only if it gives LIBCRYPTO_OK.

#ifndef JETON_CLIBCRYPTO_GOST_H
#define JETON_CLIBCRYPTO_GOST_H

#include "clibcrypto.h"

#pragma clang assume_nonnull begin

// MARK: - Digests and keys from them (gost_digest.c)

/// A hash function of the family.
enum libcrypto_gost_digest {
    /// GOST R 34.11-2012 of 32 bytes (RFC 6986).
    LIBCRYPTO_GOST_STREEBOG_256 = 0,
    /// GOST R 34.11-2012 of 64 bytes (RFC 6986).
    LIBCRYPTO_GOST_STREEBOG_512 = 1,
    /// GOST R 34.11-94 of 32 bytes with the S-boxes of RFC 4357, 11.2, id-GostR3411-94-CryptoProParamSet.
    LIBCRYPTO_GOST_3411_94 = 2,
};

/// Hashes bytes. `digest` has the length of the function's results.
int libcrypto_gost_hash(
    enum libcrypto_gost_digest function, const uint8_t *_Nullable octets, size_t count, uint8_t *digest);

/// HMAC with Streebog (RFC 7836, 4.1). `code` has the length of the function's results.
int libcrypto_gost_hmac(
    enum libcrypto_gost_digest function, const uint8_t *_Nullable key, size_t key_length,
    const uint8_t *_Nullable octets, size_t count, uint8_t *code);

/// PBKDF2 with HMAC-Streebog-512 (RFC 9337, 4). `iterations` and `count` are at least 1.
int libcrypto_gost_pbkdf2(
    const uint8_t *_Nullable password, size_t password_length, const uint8_t *_Nullable salt, size_t salt_length,
    uint32_t iterations, uint8_t *output, size_t count);

/// KDF_TREE_GOSTR3411_2012_256 (RFC 7836, 4.4) with a counter of `counter_length` bytes, 1 to 4.
/// `count` is at least 1 and at most 32 * (2^(8 * counter_length) - 1) bytes.
int libcrypto_gost_key_tree(
    const uint8_t *_Nullable key, size_t key_length, const uint8_t *_Nullable label, size_t label_length,
    const uint8_t *_Nullable seed, size_t seed_length, unsigned counter_length, uint8_t *output, size_t count);

/// The key of a message out of a tree of three levels (RFC 9227, 4.1). `key` has 32 bytes.
int libcrypto_gost_message_key(
    const uint8_t *_Nullable root, size_t root_length, uint8_t first, uint16_t second, uint16_t third, uint8_t *key);

// MARK: - Ciphers (gost_cipher.c)

/// Length of a key of all ciphers here, in bytes.
#define LIBCRYPTO_GOST_KEY_LENGTH 32
/// Length of a block and of an initialization vector of GOST 28147-89, in bytes.
#define LIBCRYPTO_GOST28147_BLOCK_LENGTH 8
/// Length of a MAC of GOST 28147-89, in bytes.
#define LIBCRYPTO_GOST28147_IMIT_LENGTH 4
/// Length of a block of Kuznyechik, in bytes.
#define LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH 16

/// GOST 28147-89 in counter mode (RFC 5830, 6) with id-Gost28147-89-CryptoPro-A-ParamSet and that set's key meshing
/// (RFC 4357, 2.3.2). Encrypts and decrypts; `output` has `count` bytes.
int libcrypto_gost28147_counter(
    const uint8_t *key, const uint8_t *iv, const uint8_t *_Nullable input, size_t count, uint8_t *output);

/// GOST 28147-89 MAC (RFC 5830, 8) with the same parameters. `count` is at least 1; the last block is filled
/// up with zeros, and a single block is followed by one of zeros.
int libcrypto_gost28147_imit(const uint8_t *key, const uint8_t *input, size_t count, uint8_t *code);

/// Kuznyechik (RFC 7801) on whole blocks, each by itself.
int libcrypto_kuznyechik_blocks(
    const uint8_t *key, bool encrypts, const uint8_t *_Nullable input, size_t count, uint8_t *output);

/// CMAC (GOST R 34.13-2015, 5.6; NIST SP 800-38B) with Kuznyechik. `code` has 16 bytes.
int libcrypto_kuznyechik_cmac(const uint8_t *key, const uint8_t *_Nullable input, size_t count, uint8_t *code);

// MARK: - Multilinear Galois mode (mgm.c)

/// A key of Kuznyechik in MGM (RFC 9058), ready for use. One thread at a time may use it.
typedef struct libcrypto_mgm libcrypto_mgm;

/// Sets up a key of LIBCRYPTO_GOST_KEY_LENGTH bytes.
int libcrypto_mgm_new(const uint8_t *key, libcrypto_mgm *_Nullable *_Nonnull mgm);

/// Frees a key and overwrites it.
void libcrypto_mgm_free(libcrypto_mgm *mgm);

/// Encrypts `count` bytes to `output` and writes a tag of `tag_length` bytes, 4 to 16. `nonce` has 16
/// bytes, the first below 80. `associated` is authenticated only; it and the input must not both be empty.
int libcrypto_mgm_seal(
    libcrypto_mgm *mgm, const uint8_t *nonce, const uint8_t *_Nullable associated, size_t associated_length,
    const uint8_t *_Nullable input, size_t count, uint8_t *output, uint8_t *tag, size_t tag_length);

/// Reverses libcrypto_mgm_seal. Gives LIBCRYPTO_NOT_AUTHENTIC, and writes nothing, if the tag does not match.
int libcrypto_mgm_open(
    libcrypto_mgm *mgm, const uint8_t *nonce, const uint8_t *_Nullable associated, size_t associated_length,
    const uint8_t *_Nullable input, size_t count, const uint8_t *tag, size_t tag_length, uint8_t *output);

// MARK: - Keys and agreement (gost_curve.c, gost_key.c)

/// The curves. Each has the length of its coordinates and scalars: 32 bytes, or 64 where the name says 512.
enum libcrypto_gost_curve {
    /// id-GostR3410-2001-CryptoPro-A-ParamSet (RFC 4357, 11.4).
    LIBCRYPTO_GOST_CRYPTOPRO_A = 0,
    /// id-GostR3410-2001-CryptoPro-B-ParamSet (RFC 4357, 11.4).
    LIBCRYPTO_GOST_CRYPTOPRO_B = 1,
    /// id-GostR3410-2001-CryptoPro-C-ParamSet (RFC 4357, 11.4).
    LIBCRYPTO_GOST_CRYPTOPRO_C = 2,
    /// id-tc26-gost-3410-2012-256-paramSetA (RFC 7836, A.2), of cofactor 4.
    LIBCRYPTO_GOST_TC26_256_A = 3,
    /// id-tc26-gost-3410-12-512-paramSetA (RFC 7836, A.1).
    LIBCRYPTO_GOST_TC26_512_A = 4,
    /// id-tc26-gost-3410-12-512-paramSetB (RFC 7836, A.1).
    LIBCRYPTO_GOST_TC26_512_B = 5,
    /// id-tc26-gost-3410-2012-512-paramSetC (RFC 7836, A.2), of cofactor 4.
    LIBCRYPTO_GOST_TC26_512_C = 6,
};

/// The longest scalar, in bytes.
#define LIBCRYPTO_GOST_MAXIMUM_SCALAR_LENGTH 64

/// Makes a private key, 1 to q - 1, every one with the same probability.
int libcrypto_gost_key_generate(enum libcrypto_gost_curve curve, uint8_t *scalar);

/// Writes the public key of a private one, which is invalid if it is not 1 to q - 1.
int libcrypto_gost_key_public(enum libcrypto_gost_curve curve, const uint8_t *scalar, uint8_t *point);

/// Checks a public key from outside: both coordinates below p, on the curve, of order q. Needs no provider.
int libcrypto_gost_point_check(enum libcrypto_gost_curve curve, const uint8_t *point);

/// VKO (RFC 4357, 5.2; RFC 7836, 4.3): hashes the point ((m/q * UKM * scalar) mod q) * `peer`.
///
/// `peer` must have passed libcrypto_gost_point_check; here it is only checked to lie on the curve. Invalid are a UKM
/// that is zero modulo q or longer than a scalar, for GOST R 34.11-94 one that has not 8 bytes, and a public key of
/// either side that is the generator. `key` has the length of the hash function's results.
int libcrypto_gost_vko(
    enum libcrypto_gost_curve curve, const uint8_t *scalar, const uint8_t *peer, const uint8_t *ukm, size_t ukm_length,
    enum libcrypto_gost_digest function, uint8_t *key);

// MARK: - SESPAKE (gost_sespake.c)

/// Q_PW = int(F) * Q_1 (RFC 8133, 4.1); `stretched` is F(PW, salt, 2000), as long as a scalar.
int libcrypto_sespake_password_point(enum libcrypto_gost_curve curve, const uint8_t *stretched, uint8_t *point);

/// Writes u_1 = scalar * P - Q_PW for the client, u_2 = scalar * P + Q_PW for the server (RFC 8133, 4.3).
int libcrypto_sespake_share(
    enum libcrypto_gost_curve curve, bool is_server, const uint8_t *scalar, const uint8_t *password_point,
    uint8_t *share);

/// Writes K_A or K_B, 32 bytes, and z_A or z_B, 0 or 1 (RFC 8133, 4.3). `peer` is the other side's share, invalid if
/// it is not on the curve. The time does not depend on z.
int libcrypto_sespake_key(
    enum libcrypto_gost_curve curve, bool is_server, const uint8_t *scalar, const uint8_t *password_point,
    const uint8_t *peer, uint8_t *key, uint8_t *z);

#pragma clang assume_nonnull end

#endif
