#include <limits.h>
#include <openssl/crypto.h>

#include "internal.h"

int libcrypto_cipher(
    const char *name, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *iv, size_t iv_length,
    const uint8_t *input, size_t count, uint8_t *output) {
    OSSL_LIB_CTX *context = libcrypto_context();
    EVP_CIPHER *cipher = context ? EVP_CIPHER_fetch(context, name, LIBCRYPTO_PROPERTIES) : NULL;
    EVP_CIPHER_CTX *state = cipher ? EVP_CIPHER_CTX_new() : NULL;
    int result = LIBCRYPTO_FAILED;
    if (!state) goto end;
    result = LIBCRYPTO_INVALID;
    if (key_length != (size_t)EVP_CIPHER_get_key_length(cipher) || count > INT_MAX ||
        iv_length != (size_t)EVP_CIPHER_get_iv_length(cipher) || (iv_length && !iv) ||
        count % (size_t)EVP_CIPHER_get_block_size(cipher))
        goto end;
    result = LIBCRYPTO_FAILED;
    int written = 0;
    if (!EVP_CipherInit_ex2(state, cipher, key, iv, encrypts, NULL)) goto end;
    EVP_CIPHER_CTX_set_padding(state, 0);
    if (!EVP_CipherUpdate(state, output, &written, input, (int)count) || (size_t)written != count) goto end;
    result = LIBCRYPTO_OK;
end:
    EVP_CIPHER_CTX_free(state);
    EVP_CIPHER_free(cipher);
    return libcrypto_finish(result);
}

// Both directions up to the tag; the caller frees the context.
static EVP_CIPHER_CTX *run(
    enum libcrypto_sealing_cipher cipher, bool encrypts, const uint8_t *key, const uint8_t *nonce,
    const uint8_t *associated, size_t associated_length, const uint8_t *input, size_t count, uint8_t *output) {
    EVP_CIPHER *method = libcrypto_sealing_cipher(cipher);
    if (!method || count > INT_MAX || associated_length > INT_MAX) return NULL;
    EVP_CIPHER_CTX *state = EVP_CIPHER_CTX_new();
    int written = 0;
    bool done = state && EVP_CipherInit_ex2(state, method, key, nonce, encrypts, NULL) &&
        (!associated_length || EVP_CipherUpdate(state, NULL, &written, associated, (int)associated_length)) &&
        (!count || EVP_CipherUpdate(state, output, &written, input, (int)count));
    if (done) return state;
    EVP_CIPHER_CTX_free(state);
    return NULL;
}

int libcrypto_seal(
    enum libcrypto_sealing_cipher cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *associated,
    size_t associated_length, const uint8_t *input, size_t count, uint8_t *output) {
    EVP_CIPHER_CTX *state = run(cipher, true, key, nonce, associated, associated_length, input, count, output);
    int written = 0;
    bool done = state && EVP_CipherFinal_ex(state, output + count, &written) &&
        EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_GET_TAG, LIBCRYPTO_TAG_LENGTH, output + count);
    EVP_CIPHER_CTX_free(state);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_open(
    enum libcrypto_sealing_cipher cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *associated,
    size_t associated_length, const uint8_t *input, size_t count, uint8_t *output) {
    EVP_CIPHER_CTX *state = run(cipher, false, key, nonce, associated, associated_length, input, count, output);
    int result = LIBCRYPTO_FAILED;
    if (state && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, LIBCRYPTO_TAG_LENGTH, (void *)(input + count))) {
        uint8_t rest[EVP_MAX_BLOCK_LENGTH];
        int written = 0;
        result = EVP_CipherFinal_ex(state, rest, &written) ? LIBCRYPTO_OK : LIBCRYPTO_NOT_AUTHENTIC;
    }
    EVP_CIPHER_CTX_free(state);
    // The caller must not see bytes that did not authenticate.
    if (result != LIBCRYPTO_OK && count) OPENSSL_cleanse(output, count);
    return libcrypto_finish(result);
}
