/// A thin layer over OpenSSL's libcrypto 3 in a library context of its own.
///
/// The context shares nothing with the program that this code is loaded into: no provider or property query of an
/// openssl.cnf changes what a call here does. libcrypto itself reads that file, into the program's context, when a hash,
/// a cipher or a key is used for the first time; it does the same for the program, which may forbid it
/// (libcrypto_ignore_configuration). One file for each family.
///
/// Every function may be called by any thread. One that can fail returns an int: LIBCRYPTO_OK, which is 0, or another
/// code of `libcrypto_result`. Outputs are written only with LIBCRYPTO_OK.

#ifndef JETON_CLIBCRYPTO_H
#define JETON_CLIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a call came to.
enum libcrypto_result {
    LIBCRYPTO_OK = 0,
    /// A length, number or encoding that the operation does not take.
    LIBCRYPTO_INVALID = 1,
    /// The tag does not match: the data was changed, or the key is another.
    LIBCRYPTO_NOT_AUTHENTIC = 2,
    /// The library could not do it: no memory, no entropy, or a missing provider.
    LIBCRYPTO_FAILED = 3,
    /// OpenSSL's GOST provider can't be loaded (clibcrypto_gost.h).
    LIBCRYPTO_UNAVAILABLE = 4,
};

// MARK: - The process (context.c)

/// Keeps libcrypto from reading an openssl.cnf and from setting up the texts of its errors, which are not shown: a
/// tenth of the work of verifying a small signature. For a process that loads no PKCS#11 module and no libssl, which
/// may rely on either; to be called first, since later it has no effect.
void libcrypto_ignore_configuration(void);

// MARK: - Random bytes and digests (random.c, digest.c)

/// Fills `octets` from the kernel's random generator, getrandom(2).
int libcrypto_random(uint8_t *octets, size_t count);

/// The longest digest, in bytes.
#define LIBCRYPTO_MAXIMUM_DIGEST_LENGTH 64

/// Hashes bytes. `name` is libcrypto's: "SHA1", "SHA2-256", "SHA3-512" and so on; "md_gost12_256" and "md_gost12_512"
/// give LIBCRYPTO_UNAVAILABLE without gostprov.
/// `digest` has room for LIBCRYPTO_MAXIMUM_DIGEST_LENGTH bytes.
int libcrypto_digest(
    const char *name, const uint8_t *_Nullable octets, size_t count, uint8_t *digest, size_t *digest_length);

/// A hash that is being computed. One thread uses it at a time.
typedef struct libcrypto_hasher libcrypto_hasher;

/// Begins to hash; `name` as for libcrypto_digest.
int libcrypto_hasher_make(const char *name, libcrypto_hasher *_Nullable *_Nonnull hasher);

/// Hashes more bytes.
int libcrypto_hasher_update(libcrypto_hasher *hasher, const uint8_t *octets, size_t count);

/// Ends the hash, after which nothing but libcrypto_hasher_free is allowed; `digest` as for libcrypto_digest.
int libcrypto_hasher_finish(libcrypto_hasher *hasher, uint8_t *digest, size_t *digest_length);

/// Writes the digest of all bytes so far, after which more may follow; `digest` as for libcrypto_digest.
int libcrypto_hasher_digest(const libcrypto_hasher *hasher, uint8_t *digest, size_t *digest_length);

/// Frees a hash, ended or not.
void libcrypto_hasher_free(libcrypto_hasher *hasher);

/// Length of a code of HMAC with SHA-256, in bytes.
#define LIBCRYPTO_HMAC_LENGTH 32

/// HMAC with SHA-256 (RFC 2104) over two strings of bytes, one after the other; each may be NULL if it is empty.
int libcrypto_hmac(
    const uint8_t *_Nullable key, size_t key_length, const uint8_t *_Nullable first, size_t first_length,
    const uint8_t *_Nullable second, size_t second_length, uint8_t *code);

// MARK: - Keys from secrets (derivation.c)

/// The longest `information` of libcrypto_hkdf, in bytes.
#define LIBCRYPTO_MAXIMUM_INFORMATION_LENGTH 1024
/// The longest output of libcrypto_hkdf, in bytes.
#define LIBCRYPTO_MAXIMUM_HKDF_LENGTH (255 * 32)

/// HKDF with SHA-256 (RFC 5869), both steps. `input` has at least one byte, `output` `count`.
int libcrypto_hkdf(
    const uint8_t *input, size_t input_length, const uint8_t *_Nullable salt, size_t salt_length,
    const uint8_t *_Nullable information, size_t information_length, uint8_t *output, size_t count);

/// PBKDF2 (RFC 8018, 5.2) with HMAC over a hash function by libcrypto's name, one of the default provider's.
/// `iterations` and `count` are at least 1; `output` has `count` bytes.
int libcrypto_pbkdf2(
    const char *digest, const uint8_t *_Nullable password, size_t password_length, const uint8_t *_Nullable salt,
    size_t salt_length, uint32_t iterations, uint8_t *output, size_t count);

/// The highest binary logarithm of the cost of libcrypto_scrypt.
#define LIBCRYPTO_MAXIMUM_SCRYPT_LOG2_COST 30
/// The highest block size and parallelism of libcrypto_scrypt.
#define LIBCRYPTO_MAXIMUM_SCRYPT_FACTOR 1024

/// scrypt (RFC 7914) with N = 2^`log2_cost`, r = `block_size` and p = `parallelism`; it takes 128 * N * r bytes of
/// memory. `output` has `count` bytes.
int libcrypto_scrypt(
    const uint8_t *_Nullable passphrase, size_t passphrase_length, const uint8_t *_Nullable salt, size_t salt_length,
    unsigned log2_cost, unsigned block_size, unsigned parallelism, uint8_t *output, size_t count);

// MARK: - Block ciphers (cipher.c)

/// Runs whole blocks through a cipher without padding. `name` is libcrypto's: "AES-192-ECB", "DES-EDE3-CBC" and
/// so on. `iv` is NULL for a mode without one. `count` is a multiple of the block length; `output` has `count` bytes.
int libcrypto_cipher(
    const char *name, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *_Nullable iv,
    size_t iv_length, const uint8_t *input, size_t count, uint8_t *output);

/// A cipher that authenticates what it encrypts.
enum libcrypto_sealing_cipher {
    /// AES-256 in Galois/counter mode: NIST SP 800-38D.
    LIBCRYPTO_AES_256_GCM = 0,
    /// ChaCha20 and Poly1305: RFC 8439, 2.8.
    LIBCRYPTO_CHACHA20_POLY1305 = 1,
};

/// Length of a nonce for libcrypto_seal, in bytes.
#define LIBCRYPTO_NONCE_LENGTH 12
/// Length of the tag of libcrypto_seal, in bytes.
#define LIBCRYPTO_TAG_LENGTH 16
/// Length of a key for libcrypto_seal, in bytes.
#define LIBCRYPTO_SEALING_KEY_LENGTH 32

/// Encrypts `count` bytes and writes them and then the tag to `output`, which has
/// `count` + LIBCRYPTO_TAG_LENGTH bytes. `associated` is authenticated only.
int libcrypto_seal(
    enum libcrypto_sealing_cipher cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *_Nullable associated,
    size_t associated_length, const uint8_t *_Nullable input, size_t count, uint8_t *output);

/// Reverses libcrypto_seal. `input` has `count` + LIBCRYPTO_TAG_LENGTH bytes, `output` `count`.
/// Gives LIBCRYPTO_NOT_AUTHENTIC, with `output` zeroed, if the tag does not match.
int libcrypto_open(
    enum libcrypto_sealing_cipher cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *_Nullable associated,
    size_t associated_length, const uint8_t *input, size_t count, uint8_t *_Nullable output);

// MARK: - Private keys

/// A private key with its public half. Unchanging: any number of threads may use it at once.
typedef struct libcrypto_key libcrypto_key;

/// Frees a key and overwrites its private half.
void libcrypto_key_free(libcrypto_key *key);

// MARK: - RSA (rsa.c)

/// The longest RSA modulus, in bytes.
#define LIBCRYPTO_MAXIMUM_MODULUS_LENGTH 512

/// Makes a key of 2048, 3072 or 4096 bits with exponent 65537.
int libcrypto_rsa_generate(unsigned bits, libcrypto_key *_Nullable *_Nonnull key);

/// Makes a key from its primes, most significant byte first, of `prime_length` bytes each; exponent 65537.
/// With `checks`, primality is tested, as a key from outside needs.
int libcrypto_rsa_load(
    const uint8_t *p, const uint8_t *q, size_t prime_length, bool checks, libcrypto_key *_Nullable *_Nonnull key);

/// Writes the primes, `prime_length` bytes each.
int libcrypto_rsa_primes(const libcrypto_key *key, uint8_t *p, uint8_t *q, size_t prime_length);

/// Writes the modulus; `modulus` has room for LIBCRYPTO_MAXIMUM_MODULUS_LENGTH bytes.
int libcrypto_rsa_modulus(const libcrypto_key *key, uint8_t *modulus, size_t *modulus_length);

/// The private operation on a number below the modulus, with blinding and without padding.
/// `input` and `output` have `count` bytes, the modulus's length.
int libcrypto_rsa_private(const libcrypto_key *key, const uint8_t *input, size_t count, uint8_t *output);

/// The public operation, without padding: `input` to the power of `exponent` modulo `modulus`. `input` and `output`
/// have as many bytes as the modulus, at most LIBCRYPTO_MAXIMUM_MODULUS_LENGTH; the exponent has at most 8.
int libcrypto_rsa_public(
    const uint8_t *modulus, size_t count, const uint8_t *exponent, size_t exponent_length, const uint8_t *input,
    uint8_t *output);

// MARK: - Elliptic curves of prime fields (ec.c)

/// The longest encoded point, in bytes: `04`, x, y of P-384.
#define LIBCRYPTO_MAXIMUM_POINT_LENGTH 97
/// The longest DER-encoded ECDSA signature, in bytes.
#define LIBCRYPTO_MAXIMUM_ECDSA_LENGTH 104

/// Makes a key on the curve "P-256" or "P-384".
int libcrypto_ec_generate(const char *curve, libcrypto_key *_Nullable *_Nonnull key);

/// Makes a key from its scalar, most significant byte first, of the curve's length (32 or 48 bytes).
int libcrypto_ec_load(
    const char *curve, const uint8_t *scalar, size_t scalar_length, libcrypto_key *_Nullable *_Nonnull key);

/// Writes the scalar, `scalar_length` bytes, the curve's length.
int libcrypto_ec_scalar(const libcrypto_key *key, uint8_t *scalar, size_t scalar_length);

/// Writes the public point, uncompressed; `point` has room for LIBCRYPTO_MAXIMUM_POINT_LENGTH bytes.
int libcrypto_ec_point(const libcrypto_key *key, uint8_t *point, size_t *point_length);

/// Signs a digest with ECDSA; a digest longer than the curve's order is cut as FIPS 186-5 says. `signature` has
/// room for LIBCRYPTO_MAXIMUM_ECDSA_LENGTH bytes and gets DER.
int libcrypto_ecdsa_sign(
    const libcrypto_key *key, const uint8_t *digest, size_t digest_length, uint8_t *signature,
    size_t *signature_length);

/// Verifies an ECDSA signature in DER with the uncompressed public point of the curve "P-256" or "P-384".
/// Gives LIBCRYPTO_NOT_AUTHENTIC for a signature that does not fit, and LIBCRYPTO_INVALID for a point off the curve.
int libcrypto_ecdsa_verify(
    const char *curve, const uint8_t *point, size_t point_length, const uint8_t *digest, size_t digest_length,
    const uint8_t *signature, size_t signature_length);

/// ECDH with a peer's uncompressed point, which is checked to be on the curve. `shared` gets the x coordinate and
/// has `shared_length` bytes, the curve's length.
int libcrypto_ecdh(
    const libcrypto_key *key, const uint8_t *point, size_t point_length, uint8_t *shared, size_t shared_length);

// MARK: - Edwards and Montgomery curves (edwards.c)

/// Length of a private key, a public key and a shared secret of Ed25519 and X25519, in bytes.
#define LIBCRYPTO_25519_KEY_LENGTH 32
/// Length of an Ed25519 signature, in bytes.
#define LIBCRYPTO_ED25519_SIGNATURE_LENGTH 64

/// Makes an "ED25519" or "X25519" key.
int libcrypto_25519_generate(const char *type, libcrypto_key *_Nullable *_Nonnull key);

/// Makes an "ED25519" or "X25519" key from its 32 private bytes.
int libcrypto_25519_load(const char *type, const uint8_t *octets, libcrypto_key *_Nullable *_Nonnull key);

/// Writes the 32 private bytes.
int libcrypto_25519_private(const libcrypto_key *key, uint8_t *octets);

/// Writes the 32 public bytes.
int libcrypto_25519_public(const libcrypto_key *key, uint8_t *octets);

/// Signs a message with Ed25519; `signature` has 64 bytes.
int libcrypto_ed25519_sign(const libcrypto_key *key, const uint8_t *message, size_t count, uint8_t *signature);

/// Verifies an Ed25519 signature of 64 bytes with the 32 public bytes. Gives LIBCRYPTO_NOT_AUTHENTIC for one that
/// does not fit.
int libcrypto_ed25519_verify(
    const uint8_t *public_octets, const uint8_t *message, size_t count, const uint8_t *signature);

/// X25519 with a peer's 32 bytes; `shared` has 32. A peer that makes the secret zero is invalid.
int libcrypto_x25519(const libcrypto_key *key, const uint8_t *peer, uint8_t *shared);

#pragma clang assume_nonnull end

#endif
