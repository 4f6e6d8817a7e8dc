#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "internal.h"

// A parameter that libcrypto reads only.
static OSSL_PARAM octets(const char *name, const uint8_t *octets, size_t count) {
    return OSSL_PARAM_construct_octet_string(name, (void *)octets, count);
}

static int derive(const char *name, const OSSL_PARAM *parameters, uint8_t *output, size_t count) {
    OSSL_LIB_CTX *context = libcrypto_context();
    EVP_KDF *method = context ? EVP_KDF_fetch(context, name, LIBCRYPTO_PROPERTIES) : NULL;
    EVP_KDF_CTX *state = method ? EVP_KDF_CTX_new(method) : NULL;
    bool done = state && EVP_KDF_derive(state, output, count, parameters) == 1;
    EVP_KDF_CTX_free(state);
    EVP_KDF_free(method);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_hkdf(
    const uint8_t *input, size_t input_length, const uint8_t *salt, size_t salt_length, const uint8_t *information,
    size_t information_length, uint8_t *output, size_t count) {
    if (!input_length || information_length > LIBCRYPTO_MAXIMUM_INFORMATION_LENGTH || !count ||
        count > LIBCRYPTO_MAXIMUM_HKDF_LENGTH)
        return LIBCRYPTO_INVALID;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA2-256", 0),
        octets(OSSL_KDF_PARAM_KEY, input, input_length),
        octets(OSSL_KDF_PARAM_SALT, salt, salt_length),
        octets(OSSL_KDF_PARAM_INFO, information, information_length),
        OSSL_PARAM_construct_end(),
    };
    return derive("HKDF", parameters, output, count);
}

int libcrypto_pbkdf2(
    const char *digest, const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length,
    uint32_t iterations, uint8_t *output, size_t count) {
    static const uint8_t nothing[1];
    if (!iterations || !count) return LIBCRYPTO_INVALID;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        octets(OSSL_KDF_PARAM_PASSWORD, password_length ? password : nothing, password_length),
        octets(OSSL_KDF_PARAM_SALT, salt_length ? salt : nothing, salt_length),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_end(),
    };
    return derive("PBKDF2", parameters, output, count);
}

int libcrypto_scrypt(
    const uint8_t *passphrase, size_t passphrase_length, const uint8_t *salt, size_t salt_length, unsigned log2_cost,
    unsigned block_size, unsigned parallelism, uint8_t *output, size_t count) {
    if (!log2_cost || log2_cost > LIBCRYPTO_MAXIMUM_SCRYPT_LOG2_COST || !block_size ||
        block_size > LIBCRYPTO_MAXIMUM_SCRYPT_FACTOR || !parallelism || parallelism > LIBCRYPTO_MAXIMUM_SCRYPT_FACTOR ||
        !count)
        return LIBCRYPTO_INVALID;
    uint64_t cost = (uint64_t)1 << log2_cost;
    uint32_t r = block_size, p = parallelism;
    uint64_t memory = 128 * cost * r + 128 * (uint64_t)r * (p + 2) + 4096;
    OSSL_PARAM parameters[] = {
        octets(OSSL_KDF_PARAM_PASSWORD, passphrase, passphrase_length),
        octets(OSSL_KDF_PARAM_SALT, salt, salt_length),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &cost),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
        OSSL_PARAM_construct_end(),
    };
    return derive("SCRYPT", parameters, output, count);
}
