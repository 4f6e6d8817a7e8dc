#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "gost.h"

// Update takes the count as an int: long inputs go in pieces of whole blocks.
#define LONGEST_PIECE ((size_t)1 << 30)

static int run(
    const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *iv, bool encrypts, const uint8_t *input, size_t count,
    uint8_t *output) {
    EVP_CIPHER_CTX *state = EVP_CIPHER_CTX_new();
    bool done =
        state && EVP_CipherInit_ex2(state, cipher, key, iv, encrypts, NULL) && EVP_CIPHER_CTX_set_padding(state, 0);
    while (done && count) {
        size_t piece = count < LONGEST_PIECE ? count : LONGEST_PIECE;
        int written = 0;
        done = EVP_CipherUpdate(state, output, &written, input, (int)piece) && (size_t)written == piece;
        input += piece;
        output += piece;
        count -= piece;
    }
    EVP_CIPHER_CTX_free(state);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_gost28147_counter(
    const uint8_t *key, const uint8_t *iv, const uint8_t *input, size_t count, uint8_t *output) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    return libcrypto_finish(run(gost->counter, key, iv, true, input, count, output));
}

int libcrypto_kuznyechik_blocks(
    const uint8_t *key, bool encrypts, const uint8_t *input, size_t count, uint8_t *output) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    if (count % LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH) return libcrypto_finish(LIBCRYPTO_INVALID);
    return libcrypto_finish(run(gost->kuznyechik, key, NULL, encrypts, input, count, output));
}

static int authenticate(
    EVP_MAC *mac, const OSSL_PARAM *parameters, const uint8_t *key, const uint8_t *input, size_t count, uint8_t *code,
    size_t code_length) {
    EVP_MAC_CTX *state = EVP_MAC_CTX_new(mac);
    size_t written = 0;
    bool done = state && EVP_MAC_init(state, key, LIBCRYPTO_GOST_KEY_LENGTH, parameters) &&
        (!count || EVP_MAC_update(state, input, count)) && EVP_MAC_final(state, code, &written, code_length) &&
        written == code_length;
    EVP_MAC_CTX_free(state);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_gost28147_imit(const uint8_t *key, const uint8_t *input, size_t count, uint8_t *code) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    if (!count) return libcrypto_finish(LIBCRYPTO_INVALID);
    return libcrypto_finish(authenticate(gost->imit, NULL, key, input, count, code, LIBCRYPTO_GOST28147_IMIT_LENGTH));
}

int libcrypto_kuznyechik_cmac(const uint8_t *key, const uint8_t *input, size_t count, uint8_t *code) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)"kuznyechik-cbc", 0),
        OSSL_PARAM_construct_end(),
    };
    return libcrypto_finish(
        authenticate(gost->cmac, parameters, key, input, count, code, LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH));
}
