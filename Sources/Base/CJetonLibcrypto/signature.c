#include <openssl/core_names.h>
#include <openssl/params.h>

#include "include/clibcrypto_signature.h"
#include "internal.h"

static int set_padding(EVP_PKEY_CTX *context, const struct libcrypto_rsa_padding *padding) {
    int salt_length = padding->salt_length;
    char pkcs1[] = OSSL_PKEY_RSA_PAD_MODE_PKCSV15, pss[] = OSSL_PKEY_RSA_PAD_MODE_PSS;
    OSSL_PARAM parameters[5], *next = parameters;
    *next++ = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)padding->digest, 0);
    *next++ = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, padding->mask_digest ? pss : pkcs1, 0);
    if (padding->mask_digest) {
        *next++ = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, (char *)padding->mask_digest, 0);
        *next++ = OSSL_PARAM_construct_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &salt_length);
    }
    *next = OSSL_PARAM_construct_end();
    return EVP_PKEY_CTX_set_params(context, parameters) == 1 ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
}

int libcrypto_verify_digest(
    const libcrypto_key *key, const struct libcrypto_rsa_padding *padding, const uint8_t *digest, size_t digest_length,
    const uint8_t *signature, size_t signature_length) {
    EVP_PKEY_CTX *context = libcrypto_key_context(key);
    int result = LIBCRYPTO_FAILED;
    if (context && EVP_PKEY_verify_init(context) == 1) result = padding ? set_padding(context, padding) : LIBCRYPTO_OK;
    if (result == LIBCRYPTO_OK && EVP_PKEY_verify(context, signature, signature_length, digest, digest_length) != 1)
        result = LIBCRYPTO_NOT_AUTHENTIC;
    EVP_PKEY_CTX_free(context);
    return libcrypto_finish(result);
}

int libcrypto_sign_digest(
    const libcrypto_key *key, const struct libcrypto_rsa_padding *padding, const uint8_t *digest, size_t digest_length,
    uint8_t *signature, size_t *signature_length) {
    EVP_PKEY_CTX *context = libcrypto_key_context(key);
    int result = LIBCRYPTO_FAILED;
    if (context && EVP_PKEY_sign_init(context) == 1) result = padding ? set_padding(context, padding) : LIBCRYPTO_OK;
    size_t written = LIBCRYPTO_LONGEST_MODULUS;
    // What remains to fail is the caller's: a digest of another length, or one that the modulus is too short for.
    if (result == LIBCRYPTO_OK && EVP_PKEY_sign(context, signature, &written, digest, digest_length) != 1)
        result = LIBCRYPTO_INVALID;
    if (result == LIBCRYPTO_OK) *signature_length = written;
    EVP_PKEY_CTX_free(context);
    return libcrypto_finish(result);
}

int libcrypto_verify_message(
    const libcrypto_key *key, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_length) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = LIBCRYPTO_FAILED;
    if (context &&
        EVP_DigestVerifyInit_ex(context, NULL, NULL, libcrypto_context(), LIBCRYPTO_PROPERTIES, key->pkey, NULL) == 1)
        result = EVP_DigestVerify(context, signature, signature_length, message, count) == 1 ? LIBCRYPTO_OK
                                                                                             : LIBCRYPTO_NOT_AUTHENTIC;
    EVP_MD_CTX_free(context);
    return libcrypto_finish(result);
}

int libcrypto_sign_message(
    const libcrypto_key *key, const uint8_t *message, size_t count, uint8_t *signature, size_t *signature_length) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t written = LIBCRYPTO_LONGEST_MODULUS;
    bool done = context &&
        EVP_DigestSignInit_ex(context, NULL, NULL, libcrypto_context(), LIBCRYPTO_PROPERTIES, key->pkey, NULL) == 1 &&
        EVP_DigestSign(context, signature, &written, message, count) == 1;
    EVP_MD_CTX_free(context);
    if (done) *signature_length = written;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}
