#define OPENSSL_NO_DEPRECATED 1
#include "keystore_crypto.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

// Fetched once and never freed: fetching costs more than a record's whole decryption.
static OSSL_LIB_CTX *context;
static EVP_CIPHER *cipher;
static EVP_MD *digest_method;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fetch(void) {
    context = OSSL_LIB_CTX_new();
    if (context == NULL) return;
    cipher = EVP_CIPHER_fetch(context, "AES-256-GCM", NULL);
    digest_method = EVP_MD_fetch(context, "SHA2-256", NULL);
}

static int ready(void) {
    return pthread_once(&once, fetch) == 0 && cipher != NULL && digest_method != NULL;
}

int keystore_random(uint8_t *octets, size_t count) {
    size_t filled = 0;
    while (filled < count) {
        ssize_t got = getrandom(octets + filled, count - filled, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        filled += (size_t)got;
    }
    return 1;
}

int keystore_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_count,
                  const uint8_t *plain, size_t count, uint8_t *sealed) {
    if (!ready() || count > INT_MAX - KEYSTORE_TAG_SIZE || associated_count > INT_MAX) return 0;
    EVP_CIPHER_CTX *operation = EVP_CIPHER_CTX_new();
    int written = 0;
    int done = operation != NULL && EVP_EncryptInit_ex2(operation, cipher, key, nonce, NULL) == 1
        && (associated_count == 0
            || EVP_EncryptUpdate(operation, NULL, &written, associated, (int)associated_count) == 1)
        && (count == 0 || EVP_EncryptUpdate(operation, sealed, &written, plain, (int)count) == 1)
        && EVP_EncryptFinal_ex(operation, sealed + count, &written) == 1
        && EVP_CIPHER_CTX_ctrl(operation, EVP_CTRL_AEAD_GET_TAG, KEYSTORE_TAG_SIZE, sealed + count) == 1;
    EVP_CIPHER_CTX_free(operation);
    return done;
}

int keystore_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_count,
                  const uint8_t *sealed, size_t count, uint8_t *plain) {
    if (!ready() || count > INT_MAX - KEYSTORE_TAG_SIZE || associated_count > INT_MAX) return 0;
    uint8_t tag[KEYSTORE_TAG_SIZE];
    uint8_t none[1];
    memcpy(tag, sealed + count, sizeof tag);
    EVP_CIPHER_CTX *operation = EVP_CIPHER_CTX_new();
    int written = 0;
    int done = operation != NULL && EVP_DecryptInit_ex2(operation, cipher, key, nonce, NULL) == 1
        && EVP_CIPHER_CTX_ctrl(operation, EVP_CTRL_AEAD_SET_TAG, KEYSTORE_TAG_SIZE, tag) == 1
        && (associated_count == 0
            || EVP_DecryptUpdate(operation, NULL, &written, associated, (int)associated_count) == 1)
        && (count == 0 || EVP_DecryptUpdate(operation, plain, &written, sealed, (int)count) == 1)
        && EVP_DecryptFinal_ex(operation, count == 0 ? none : plain + count, &written) == 1;
    EVP_CIPHER_CTX_free(operation);
    // Octets that did not authenticate must not be seen by anybody.
    if (!done && count != 0) OPENSSL_cleanse(plain, count);
    return done;
}

int keystore_sha256(const uint8_t *octets, size_t count, uint8_t *digest) {
    if (!ready()) return 0;
    return EVP_Digest(octets, count, digest, NULL, digest_method, NULL) == 1;
}

int keystore_hmac(const uint8_t *key, size_t key_count, const uint8_t *first, size_t first_count,
                  const uint8_t *second, size_t second_count, uint8_t *digest) {
    enum { block = 64 };
    if (!ready() || key_count > block) return 0;
    uint8_t inner[block], outer[block];
    for (size_t index = 0; index < block; index++) {
        uint8_t octet = index < key_count ? key[index] : 0;
        inner[index] = octet ^ 0x36;
        outer[index] = octet ^ 0x5C;
    }
    EVP_MD_CTX *operation = EVP_MD_CTX_new();
    int done = operation != NULL && EVP_DigestInit_ex2(operation, digest_method, NULL) == 1
        && EVP_DigestUpdate(operation, inner, block) == 1
        && (first_count == 0 || EVP_DigestUpdate(operation, first, first_count) == 1)
        && (second_count == 0 || EVP_DigestUpdate(operation, second, second_count) == 1)
        && EVP_DigestFinal_ex(operation, digest, NULL) == 1
        && EVP_DigestInit_ex2(operation, digest_method, NULL) == 1
        && EVP_DigestUpdate(operation, outer, block) == 1
        && EVP_DigestUpdate(operation, digest, KEYSTORE_DIGEST_SIZE) == 1
        && EVP_DigestFinal_ex(operation, digest, NULL) == 1;
    EVP_MD_CTX_free(operation);
    OPENSSL_cleanse(inner, sizeof inner);
    OPENSSL_cleanse(outer, sizeof outer);
    return done;
}

int keystore_x25519_public(const uint8_t *private_key, uint8_t *public_key) {
    if (!ready()) return 0;
    size_t count = KEYSTORE_KEY_SIZE;
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(context, "X25519", NULL, private_key, KEYSTORE_KEY_SIZE);
    int done = key != NULL && EVP_PKEY_get_raw_public_key(key, public_key, &count) == 1 && count == KEYSTORE_KEY_SIZE;
    EVP_PKEY_free(key);
    return done;
}

int keystore_x25519(const uint8_t *private_key, const uint8_t *peer, uint8_t *shared) {
    if (!ready()) return 0;
    size_t count = KEYSTORE_KEY_SIZE;
    EVP_PKEY *mine = EVP_PKEY_new_raw_private_key_ex(context, "X25519", NULL, private_key, KEYSTORE_KEY_SIZE);
    EVP_PKEY *theirs = EVP_PKEY_new_raw_public_key_ex(context, "X25519", NULL, peer, KEYSTORE_KEY_SIZE);
    EVP_PKEY_CTX *operation = mine == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(context, mine, NULL);
    // libcrypto refuses a shared secret of zeros itself (RFC 7748, 6.1).
    int done = operation != NULL && theirs != NULL && EVP_PKEY_derive_init(operation) == 1
        && EVP_PKEY_derive_set_peer(operation, theirs) == 1
        && EVP_PKEY_derive(operation, shared, &count) == 1 && count == KEYSTORE_KEY_SIZE;
    EVP_PKEY_CTX_free(operation);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return done;
}

int keystore_scrypt(const uint8_t *passphrase, size_t passphrase_count, const uint8_t *salt, size_t salt_count,
                    unsigned log2_cost, uint32_t block_size, uint32_t parallelism, uint8_t *key) {
    if (!ready() || log2_cost < 1 || log2_cost > 30) return 0;
    uint64_t cost = (uint64_t)1 << log2_cost;
    uint64_t memory = 128 * cost * block_size + 128 * (uint64_t)block_size * (parallelism + 2) + 4096;
    EVP_KDF *method = EVP_KDF_fetch(context, "SCRYPT", NULL);
    EVP_KDF_CTX *operation = method == NULL ? NULL : EVP_KDF_CTX_new(method);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(uintptr_t)passphrase, passphrase_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, salt_count),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &cost),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &block_size),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &parallelism),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
        OSSL_PARAM_construct_end(),
    };
    int done = operation != NULL && EVP_KDF_derive(operation, key, KEYSTORE_KEY_SIZE, parameters) == 1;
    EVP_KDF_CTX_free(operation);
    EVP_KDF_free(method);
    return done;
}
