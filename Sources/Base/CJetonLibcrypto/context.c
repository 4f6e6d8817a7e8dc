#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdlib.h>

#include "internal.h"

static OSSL_LIB_CTX *context;
static EVP_MD *sha256;
static EVP_CIPHER *aes_256_gcm;
static EVP_CIPHER *chacha20_poly1305;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t ciphers_once = PTHREAD_ONCE_INIT;

// A context other than the default one reads a configuration only if told to: nobody here does. The context lives
// as long as the process, since keys of other threads may still need it when the process ends.
static void make_context(void) {
    OSSL_LIB_CTX *made = OSSL_LIB_CTX_new();
    if (!made) return;
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(made, "default");
    if (!provider || libcrypto_add_key_types(made, provider) != LIBCRYPTO_OK) {
        OSSL_LIB_CTX_free(made);
        return;
    }
    sha256 = EVP_MD_fetch(made, "SHA2-256", LIBCRYPTO_PROPERTIES);
    context = made;
}

// Fetched when first needed: with the first cipher libcrypto sets up all ciphers of the provider, which takes a quarter
// of its time in a program that only hashes and verifies.
static void fetch_ciphers(void) {
    aes_256_gcm = EVP_CIPHER_fetch(context, "AES-256-GCM", LIBCRYPTO_PROPERTIES);
    chacha20_poly1305 = EVP_CIPHER_fetch(context, "ChaCha20-Poly1305", LIBCRYPTO_PROPERTIES);
}

void libcrypto_ignore_configuration(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS, NULL);
}

OSSL_LIB_CTX *libcrypto_context(void) {
    pthread_once(&once, make_context);
    return context;
}

EVP_MD *libcrypto_sha256(void) { return libcrypto_context() ? sha256 : NULL; }

EVP_CIPHER *libcrypto_sealing_cipher(enum libcrypto_sealing_cipher cipher) {
    if (!libcrypto_context()) return NULL;
    pthread_once(&ciphers_once, fetch_ciphers);
    switch (cipher) {
    case LIBCRYPTO_AES_256_GCM: return aes_256_gcm;
    case LIBCRYPTO_CHACHA20_POLY1305: return chacha20_poly1305;
    }
    return NULL;
}

int libcrypto_key_wrap(EVP_PKEY *pkey, libcrypto_key **key) {
    libcrypto_key *handle = malloc(sizeof *handle);
    if (!handle) {
        EVP_PKEY_free(pkey);
        return LIBCRYPTO_FAILED;
    }
    handle->pkey = pkey;
    *key = handle;
    return LIBCRYPTO_OK;
}

void libcrypto_key_free(libcrypto_key *key) {
    EVP_PKEY_free(key->pkey);
    free(key);
}

EVP_PKEY_CTX *libcrypto_key_context(const libcrypto_key *key) {
    return EVP_PKEY_CTX_new_from_pkey(libcrypto_context(), key->pkey, LIBCRYPTO_PROPERTIES);
}

int libcrypto_finish(int result) {
    // Looking takes a fifth of the time of clearing, and there is hardly ever anything.
    if (ERR_peek_error()) ERR_clear_error();
    return result;
}
