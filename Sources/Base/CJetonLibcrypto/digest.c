#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#include "gost.h"
#include "internal.h"

_Static_assert(EVP_MAX_MD_SIZE <= LIBCRYPTO_MAXIMUM_DIGEST_LENGTH, "a digest is longer than its buffer");

// The number of a hash function of the GOST family; -1 for any other name.
static int gost_number(const char *name) {
    for (int i = LIBCRYPTO_GOST_STREEBOG_256; i <= LIBCRYPTO_GOST_3411_94; i++)
        if (!strcmp(name, libcrypto_gost_digest_name((enum libcrypto_gost_digest)i))) return i;
    return -1;
}

// The code for a function that can't be had.
static int missing(const char *name) {
    return gost_number(name) < 0 || libcrypto_gost() ? LIBCRYPTO_FAILED : LIBCRYPTO_UNAVAILABLE;
}

// A function of the context by its name, which the caller frees.
static EVP_MD *take(const char *name) {
    int number = gost_number(name);
    if (number >= 0) {
        const struct gost *gost = libcrypto_gost();
        return gost && EVP_MD_up_ref(gost->digests[number]) ? gost->digests[number] : NULL;
    }
    OSSL_LIB_CTX *context = libcrypto_context();
    EVP_MD *common = libcrypto_sha256();
    if (!context || !common || strcmp(name, "SHA2-256"))
        return context ? EVP_MD_fetch(context, name, LIBCRYPTO_PROPERTIES) : NULL;
    return EVP_MD_up_ref(common) ? common : NULL;
}

// Ends a hash. SHAKE has no fixed output length: SHAKE128 gives 32 bytes here and SHAKE256 64 (RFC 8702, RFC 8419).
static int end(EVP_MD_CTX *context, uint8_t *digest, size_t *length) {
    const EVP_MD *function = EVP_MD_CTX_get0_md(context);
    if (EVP_MD_get_flags(function) & EVP_MD_FLAG_XOF) {
        size_t count = EVP_MD_is_a(function, "SHAKE256") ? 64 : 32;
        if (EVP_DigestFinalXOF(context, digest, count) != 1) return LIBCRYPTO_FAILED;
        *length = count;
        return LIBCRYPTO_OK;
    }
    unsigned written = 0;
    if (EVP_DigestFinal_ex(context, digest, &written) != 1) return LIBCRYPTO_FAILED;
    *length = written;
    return LIBCRYPTO_OK;
}

int libcrypto_digest(const char *name, const uint8_t *octets, size_t count, uint8_t *digest, size_t *digest_length) {
    int number = gost_number(name);
    if (number == LIBCRYPTO_GOST_3411_94) {
        *digest_length = 32;
        return libcrypto_gost_hash(LIBCRYPTO_GOST_3411_94, octets, count, digest);
    }
    EVP_MD *function = take(name);
    if (!function) return libcrypto_finish(missing(name));
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool done = context && EVP_DigestInit_ex2(context, function, NULL) == 1 &&
        (!count || EVP_DigestUpdate(context, octets, count) == 1);
    int result = done ? end(context, digest, digest_length) : LIBCRYPTO_FAILED;
    EVP_MD_CTX_free(context);
    EVP_MD_free(function);
    return libcrypto_finish(result);
}

struct libcrypto_hasher {
    EVP_MD_CTX *context;
    // Of GOST R 34.11-94, whose provider is wrong for no input at all.
    bool is_gost_94, has_input;
};

int libcrypto_hasher_make(const char *name, libcrypto_hasher **hasher) {
    EVP_MD *digest = take(name);
    if (!digest) return libcrypto_finish(missing(name));
    libcrypto_hasher *made = malloc(sizeof *made);
    EVP_MD_CTX *context = made ? EVP_MD_CTX_new() : NULL;
    bool done = context && EVP_DigestInit_ex2(context, digest, NULL) == 1;
    // The context holds the function from here on.
    EVP_MD_free(digest);
    if (!done) {
        EVP_MD_CTX_free(context);
        free(made);
        return libcrypto_finish(LIBCRYPTO_FAILED);
    }
    *made = (libcrypto_hasher){.context = context, .is_gost_94 = gost_number(name) == LIBCRYPTO_GOST_3411_94};
    *hasher = made;
    return libcrypto_finish(LIBCRYPTO_OK);
}

int libcrypto_hasher_update(libcrypto_hasher *hasher, const uint8_t *octets, size_t count) {
    bool done = EVP_DigestUpdate(hasher->context, octets, count) == 1;
    hasher->has_input = hasher->has_input || count;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

// The digest of no input by GOST R 34.11-94.
static int end_of_nothing(uint8_t *digest, size_t *digest_length) {
    *digest_length = 32;
    return libcrypto_gost_hash(LIBCRYPTO_GOST_3411_94, NULL, 0, digest);
}

int libcrypto_hasher_finish(libcrypto_hasher *hasher, uint8_t *digest, size_t *digest_length) {
    if (hasher->is_gost_94 && !hasher->has_input) return end_of_nothing(digest, digest_length);
    return libcrypto_finish(end(hasher->context, digest, digest_length));
}

int libcrypto_hasher_digest(const libcrypto_hasher *hasher, uint8_t *digest, size_t *digest_length) {
    if (hasher->is_gost_94 && !hasher->has_input) return end_of_nothing(digest, digest_length);
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    bool copied = copy && EVP_MD_CTX_copy_ex(copy, hasher->context) == 1;
    int result = copied ? end(copy, digest, digest_length) : LIBCRYPTO_FAILED;
    EVP_MD_CTX_free(copy);
    return libcrypto_finish(result);
}

void libcrypto_hasher_free(libcrypto_hasher *hasher) {
    EVP_MD_CTX_free(hasher->context);
    free(hasher);
}

int libcrypto_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *first, size_t first_length, const uint8_t *second,
    size_t second_length, uint8_t *code) {
    // By hand: EVP_MAC fetches the function again each time, which takes longer than a short code.
    enum { block = 64 };
    EVP_MD *sha256 = libcrypto_sha256();
    EVP_MD_CTX *state = sha256 ? EVP_MD_CTX_new() : NULL;
    uint8_t inner[block] = {0}, outer[block], own[LIBCRYPTO_HMAC_LENGTH];
    bool done = state != NULL;
    if (done && key_length > block) {
        done = EVP_Digest(key, key_length, inner, NULL, sha256, NULL) == 1;
    } else if (done && key_length) {
        memcpy(inner, key, key_length);
    }
    for (size_t i = 0; i < block; i++) {
        outer[i] = inner[i] ^ 0x5C;
        inner[i] ^= 0x36;
    }
    done = done && EVP_DigestInit_ex2(state, sha256, NULL) == 1 && EVP_DigestUpdate(state, inner, block) == 1 &&
        (!first_length || EVP_DigestUpdate(state, first, first_length) == 1) &&
        (!second_length || EVP_DigestUpdate(state, second, second_length) == 1) &&
        EVP_DigestFinal_ex(state, own, NULL) == 1 && EVP_DigestInit_ex2(state, sha256, NULL) == 1 &&
        EVP_DigestUpdate(state, outer, block) == 1 && EVP_DigestUpdate(state, own, sizeof own) == 1 &&
        EVP_DigestFinal_ex(state, code, NULL) == 1;
    EVP_MD_CTX_free(state);
    OPENSSL_cleanse(inner, sizeof inner);
    OPENSSL_cleanse(outer, sizeof outer);
    OPENSSL_cleanse(own, sizeof own);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}
