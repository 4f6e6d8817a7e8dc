/// Public keys of every kind that certificates hold, signatures by them, and software keys.
///
/// Numbers are big-endian; the caller drops leading zeros. Every function may be called by any thread, and returns
/// one of the codes of `libcrypto_result`; outputs are written only with LIBCRYPTO_OK.

#ifndef JETON_CLIBCRYPTO_SIGNATURE_H
#define JETON_CLIBCRYPTO_SIGNATURE_H

#include "clibcrypto.h"
#include "clibcrypto_gost.h"

#pragma clang assume_nonnull begin

// MARK: - Curves (curve.c)

/// The most bytes of an uncompressed point: on the curves of 571 bits.
#define LIBCRYPTO_LONGEST_POINT 145

/// An elliptic curve of libcrypto.
struct libcrypto_curve {
    /// libcrypto's number of the curve.
    int number;
    /// Bits of the field; a coordinate has as many, in whole bytes.
    unsigned field_bits;
    /// Bits of the order; r and s of a signature have as many, in whole bytes.
    unsigned order_bits;
};

/// Finds a curve by the contents of its object identifier. Gives LIBCRYPTO_INVALID for an unknown one.
int libcrypto_curve_find(const uint8_t *identifier, size_t length, struct libcrypto_curve *curve);

/// How many curves with an object identifier libcrypto has.
size_t libcrypto_curve_count(void);

/// Writes the contents of the object identifier of a curve, `index` below libcrypto_curve_count; `identifier` has
/// room for 32 bytes. Gives LIBCRYPTO_INVALID for a higher index.
int libcrypto_curve_identifier(size_t index, uint8_t *identifier, size_t *length);

// MARK: - Public keys (public_key.c)

/// A number of a key.
struct libcrypto_number {
    const uint8_t *octets;
    size_t count;
};

/// The longest RSA modulus that signatures are checked with, and the longest signature, in bytes: 16,384 bits.
#define LIBCRYPTO_LONGEST_MODULUS 2048

/// Makes an RSA public key. Invalid are a modulus that is even or not of 512 to 16,384 bits, and an exponent that is
/// even, 1, above 64 bits or not below the modulus.
int libcrypto_rsa_public_key(
    struct libcrypto_number modulus, struct libcrypto_number exponent, libcrypto_key *_Nullable *_Nonnull key);

/// Makes a DSA public key. Invalid are a p that is even or not of 512 to 8,192 bits, a q that is not of 160, 224 or
/// 256 bits or does not divide p - 1, and a g or y that is not 2 to p - 2 or whose order is not q.
int libcrypto_dsa_public_key(
    struct libcrypto_number p, struct libcrypto_number q, struct libcrypto_number g, struct libcrypto_number y,
    libcrypto_key *_Nullable *_Nonnull key);

/// Makes a public key of an uncompressed point: `04`, x, y. Invalid is a point off the curve or, on a curve with a
/// cofactor, of another order than the curve's.
int libcrypto_ec_public_key(int curve, const uint8_t *point, size_t length, libcrypto_key *_Nullable *_Nonnull key);

/// Makes a public key of type "ED25519" (32 bytes) or "ED448" (57 bytes).
int libcrypto_edwards_public_key(
    const char *type, const uint8_t *octets, size_t count, libcrypto_key *_Nullable *_Nonnull key);

// MARK: - Software keys (software_key.c)

/// Makes an RSA key pair of n, e, d, p, q, d mod (p - 1), d mod (q - 1), 1/q mod p, in this order. Invalid are a modulus
/// that is not of 1,024 to 8,192 bits and numbers that do not fit each other; whether p and q are prime is not tested.
int libcrypto_rsa_pair(const struct libcrypto_number *numbers, libcrypto_key *_Nullable *_Nonnull key);

/// Makes a key pair of a scalar, 1 to q - 1, in as many bytes as the order has (ec.c).
int libcrypto_ec_pair(int curve, const uint8_t *scalar, size_t length, libcrypto_key *_Nullable *_Nonnull key);

/// Writes the uncompressed point of a key; `point` has room for LIBCRYPTO_LONGEST_POINT bytes.
int libcrypto_ec_public_point(const libcrypto_key *key, uint8_t *point, size_t *length);

/// Makes a key pair of type "ED25519" (32 bytes) or "ED448" (57 bytes).
int libcrypto_edwards_pair(
    const char *type, const uint8_t *octets, size_t count, libcrypto_key *_Nullable *_Nonnull key);

/// Writes the public half, `count` bytes.
int libcrypto_edwards_public(const libcrypto_key *key, uint8_t *octets, size_t count);

// MARK: - Signatures (signature.c)

/// How an RSA signature is padded; hash functions by libcrypto's names.
struct libcrypto_rsa_padding {
    /// The hash function of the digest.
    const char *digest;
    /// The hash function of MGF1; NULL for PKCS #1 v1.5.
    const char *_Nullable mask_digest;
    /// Bytes of the salt of PSS.
    int salt_length;
};

/// Verifies a signature of a digest; `padding` is for RSA and NULL for ECDSA and DSA, whose signatures are in DER.
/// Gives LIBCRYPTO_NOT_AUTHENTIC if it does not verify, LIBCRYPTO_INVALID for an unknown hash function.
int libcrypto_verify_digest(
    const libcrypto_key *key, const struct libcrypto_rsa_padding *_Nullable padding, const uint8_t *digest,
    size_t digest_length, const uint8_t *signature, size_t signature_length);

/// Signs a digest; `padding` as for libcrypto_verify_digest. `signature` has room for LIBCRYPTO_LONGEST_MODULUS bytes.
int libcrypto_sign_digest(
    const libcrypto_key *key, const struct libcrypto_rsa_padding *_Nullable padding, const uint8_t *digest,
    size_t digest_length, uint8_t *signature, size_t *signature_length);

/// Verifies an Ed25519 or Ed448 signature. Gives LIBCRYPTO_NOT_AUTHENTIC if it does not verify.
int libcrypto_verify_message(
    const libcrypto_key *key, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_length);

/// Signs a message with Ed25519 or Ed448. `signature` has room for LIBCRYPTO_LONGEST_MODULUS bytes.
int libcrypto_sign_message(
    const libcrypto_key *key, const uint8_t *message, size_t count, uint8_t *signature, size_t *signature_length);

// MARK: - GOST R 34.10 (gost_signature.c)

/// Verifies a signature of GOST R 34.10-2001 and -2012 (RFC 7091, 6.2); needs no provider.
///
/// `point` must have passed libcrypto_gost_point_check. `digest` is as the hash function wrote it, as long as a scalar.
/// `signature` is s, then r, each big-endian and as long as a scalar (RFC 4491, 2.2.2; RFC 9215, 2.3). Gives
/// LIBCRYPTO_NOT_AUTHENTIC if it does not verify.
int libcrypto_gost_verify(
    enum libcrypto_gost_curve curve, const uint8_t *point, const uint8_t *digest, const uint8_t *signature);

/// Signs a digest by GOST R 34.10-2001 and -2012 (RFC 7091, 6.1); needs no provider.
///
/// `scalar` is the private key, least significant byte first; `digest` and `signature` are as for libcrypto_gost_verify.
int libcrypto_gost_sign(
    enum libcrypto_gost_curve curve, const uint8_t *scalar, const uint8_t *digest, uint8_t *signature);

#pragma clang assume_nonnull end

#endif
