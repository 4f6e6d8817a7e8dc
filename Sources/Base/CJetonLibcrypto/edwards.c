#include <string.h>

#include "internal.h"

static bool is_supported(const char *type) { return !strcmp(type, "ED25519") || !strcmp(type, "X25519"); }

int libcrypto_25519_generate(const char *type, libcrypto_key **key) {
    if (!is_supported(type)) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    EVP_PKEY *pkey = context ? EVP_PKEY_Q_keygen(context, LIBCRYPTO_PROPERTIES, type) : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}

int libcrypto_25519_load(const char *type, const uint8_t *octets, libcrypto_key **key) {
    if (!is_supported(type)) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    EVP_PKEY *pkey = context
        ? EVP_PKEY_new_raw_private_key_ex(context, type, LIBCRYPTO_PROPERTIES, octets, LIBCRYPTO_25519_KEY_LENGTH)
        : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}

int libcrypto_25519_private(const libcrypto_key *key, uint8_t *octets) {
    size_t length = LIBCRYPTO_25519_KEY_LENGTH;
    bool done = EVP_PKEY_get_raw_private_key(key->pkey, octets, &length) == 1;
    return libcrypto_finish(done && length == LIBCRYPTO_25519_KEY_LENGTH ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_25519_public(const libcrypto_key *key, uint8_t *octets) {
    size_t length = LIBCRYPTO_25519_KEY_LENGTH;
    bool done = EVP_PKEY_get_raw_public_key(key->pkey, octets, &length) == 1;
    return libcrypto_finish(done && length == LIBCRYPTO_25519_KEY_LENGTH ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_ed25519_sign(const libcrypto_key *key, const uint8_t *message, size_t count, uint8_t *signature) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t length = LIBCRYPTO_ED25519_SIGNATURE_LENGTH;
    bool done = context &&
        EVP_DigestSignInit_ex(context, NULL, NULL, libcrypto_context(), LIBCRYPTO_PROPERTIES, key->pkey, NULL) == 1 &&
        EVP_DigestSign(context, signature, &length, message, count) == 1 &&
        length == LIBCRYPTO_ED25519_SIGNATURE_LENGTH;
    EVP_MD_CTX_free(context);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_ed25519_verify(
    const uint8_t *public_octets, const uint8_t *message, size_t count, const uint8_t *signature) {
    OSSL_LIB_CTX *library = libcrypto_context();
    EVP_PKEY *pkey = library ? EVP_PKEY_new_raw_public_key_ex(
                                   library, "ED25519", LIBCRYPTO_PROPERTIES, public_octets, LIBCRYPTO_25519_KEY_LENGTH)
                             : NULL;
    EVP_MD_CTX *context = pkey ? EVP_MD_CTX_new() : NULL;
    int result = LIBCRYPTO_FAILED;
    if (context && EVP_DigestVerifyInit_ex(context, NULL, NULL, library, LIBCRYPTO_PROPERTIES, pkey, NULL) == 1) {
        bool fits = EVP_DigestVerify(context, signature, LIBCRYPTO_ED25519_SIGNATURE_LENGTH, message, count) == 1;
        result = fits ? LIBCRYPTO_OK : LIBCRYPTO_NOT_AUTHENTIC;
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pkey);
    return libcrypto_finish(result);
}

int libcrypto_x25519(const libcrypto_key *key, const uint8_t *peer, uint8_t *shared) {
    EVP_PKEY *other = EVP_PKEY_new_raw_public_key_ex(
        libcrypto_context(), "X25519", LIBCRYPTO_PROPERTIES, peer, LIBCRYPTO_25519_KEY_LENGTH);
    EVP_PKEY_CTX *context = other ? libcrypto_key_context(key) : NULL;
    int result = LIBCRYPTO_FAILED;
    if (context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other) == 1) {
        size_t length = LIBCRYPTO_25519_KEY_LENGTH;
        // The library refuses a secret of zeros: RFC 7748, 6.1.
        bool done = EVP_PKEY_derive(context, shared, &length) == 1 && length == LIBCRYPTO_25519_KEY_LENGTH;
        result = done ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
    }
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    return libcrypto_finish(result);
}
