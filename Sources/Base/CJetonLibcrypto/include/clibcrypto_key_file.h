/// Private keys that files keep under a passphrase.

#ifndef JETON_CLIBCRYPTO_KEY_FILE_H
#define JETON_CLIBCRYPTO_KEY_FILE_H

#include "clibcrypto.h"

#pragma clang assume_nonnull begin

/// Decrypts an EncryptedPrivateKeyInfo (RFC 5958, 3) by any scheme of RFC 8018 or RFC 7292 that libcrypto has.
///
/// `key` has room for `count` bytes and gets the PrivateKeyInfo. Gives LIBCRYPTO_NOT_AUTHENTIC for another passphrase or
/// changed data, LIBCRYPTO_INVALID for malformed data and for a scheme that would take minutes, LIBCRYPTO_UNAVAILABLE for
/// a scheme that libcrypto does not have.
int libcrypto_pkcs8_decrypt(
    const uint8_t *file, size_t count, const uint8_t *_Nullable passphrase, size_t passphrase_length, uint8_t *key,
    size_t *key_length);

/// Decrypts the body of a block of PEM with the headers of RFC 1421 as OpenSSL writes them: a cipher by libcrypto's name
/// in CBC mode, and the key from the passphrase and the first 8 bytes of the initialization vector by MD5.
///
/// As libcrypto_pkcs8_decrypt, but `key` gets the key as the label of the block says.
int libcrypto_pem_decrypt(
    const char *cipher, const uint8_t *iv, size_t iv_length, const uint8_t *body, size_t count,
    const uint8_t *_Nullable passphrase, size_t passphrase_length, uint8_t *key, size_t *key_length);

/// What a PKCS #12 file holds.
struct libcrypto_pkcs12 {
    /// How many private keys there are; the first is written.
    size_t keys;
    size_t key_length;
    /// The certificates' DER, one after the other.
    size_t certificates_length;
};

/// Opens a PKCS #12 file (RFC 7292) in DER or BER. `key` and `certificates` have room for `count` bytes each; the key is
/// a PrivateKeyInfo. Results as of libcrypto_pkcs8_decrypt.
int libcrypto_pkcs12_open(
    const uint8_t *file, size_t count, const uint8_t *_Nullable passphrase, size_t passphrase_length, uint8_t *key,
    uint8_t *certificates, struct libcrypto_pkcs12 *contents);

#pragma clang assume_nonnull end

#endif
