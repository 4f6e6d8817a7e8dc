// The keystore's primitives over libcrypto 3, writing into the caller's memory only.
//
// Everything runs in a library context of its own that reads no openssl.cnf, so that a program's own OpenSSL
// settings cannot change what the keystore does. Contexts that held a key are wiped by libcrypto when freed.
// All functions may be called from any thread; each returns 1 on success and 0 on failure.
#ifndef JETON_KEYSTORE_CRYPTO_H
#define JETON_KEYSTORE_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

enum {
    KEYSTORE_KEY_SIZE = 32,
    KEYSTORE_NONCE_SIZE = 12,
    KEYSTORE_TAG_SIZE = 16,
    KEYSTORE_DIGEST_SIZE = 32
};

// Fills octets from the kernel's random generator.
int keystore_random(uint8_t *octets, size_t count);

// AES-256-GCM (NIST SP 800-38D): writes `count` octets of ciphertext and a tag of 16 octets to `sealed`.
int keystore_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_count,
                  const uint8_t *plain, size_t count, uint8_t *sealed);

// AES-256-GCM: opens `count` octets of ciphertext followed by a tag of 16 octets; on failure `plain` is zeros.
int keystore_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_count,
                  const uint8_t *sealed, size_t count, uint8_t *plain);

// SHA-256 (FIPS 180-4) of one string of octets.
int keystore_sha256(const uint8_t *octets, size_t count, uint8_t *digest);

// HMAC-SHA-256 (RFC 2104) over two strings of octets, one after the other.
int keystore_hmac(const uint8_t *key, size_t key_count, const uint8_t *first, size_t first_count,
                  const uint8_t *second, size_t second_count, uint8_t *digest);

// X25519 (RFC 7748): the public key of a private key, both of 32 octets.
int keystore_x25519_public(const uint8_t *private_key, uint8_t *public_key);

// X25519: the shared secret of 32 octets; fails if it would be zeros.
int keystore_x25519(const uint8_t *private_key, const uint8_t *peer, uint8_t *shared);

// scrypt (RFC 7914) with 2^log2_cost, block size and parallelism, to a key of 32 octets.
int keystore_scrypt(const uint8_t *passphrase, size_t passphrase_count, const uint8_t *salt, size_t salt_count,
                    unsigned log2_cost, uint32_t block_size, uint32_t parallelism, uint8_t *key);

#endif
