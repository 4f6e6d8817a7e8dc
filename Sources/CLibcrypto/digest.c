#include <stdlib.h>

#include "internal.h"

_Static_assert(EVP_MAX_MD_SIZE <= LIBCRYPTO_MAXIMUM_DIGEST_LENGTH, "a digest is longer than its buffer");

int libcrypto_digest(const char *name, const uint8_t *octets, size_t count, uint8_t *digest, size_t *digest_length) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!context) return libcrypto_finish(LIBCRYPTO_FAILED);
    int done = EVP_Q_digest(context, name, LIBCRYPTO_PROPERTIES, octets, count, digest, digest_length);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

struct libcrypto_hasher {
    EVP_MD_CTX *context;
};

int libcrypto_hasher_make(const char *name, libcrypto_hasher **hasher) {
    OSSL_LIB_CTX *library = libcrypto_context();
    EVP_MD *digest = library ? EVP_MD_fetch(library, name, LIBCRYPTO_PROPERTIES) : NULL;
    libcrypto_hasher *made = digest ? malloc(sizeof *made) : NULL;
    EVP_MD_CTX *context = made ? EVP_MD_CTX_new() : NULL;
    int done = context && EVP_DigestInit_ex2(context, digest, NULL) == 1;
    // The context holds the function from here on.
    EVP_MD_free(digest);
    if (!done) {
        EVP_MD_CTX_free(context);
        free(made);
        return libcrypto_finish(LIBCRYPTO_FAILED);
    }
    made->context = context;
    *hasher = made;
    return libcrypto_finish(LIBCRYPTO_OK);
}

int libcrypto_hasher_update(libcrypto_hasher *hasher, const uint8_t *octets, size_t count) {
    int done = EVP_DigestUpdate(hasher->context, octets, count) == 1;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_hasher_finish(libcrypto_hasher *hasher, uint8_t *digest, size_t *digest_length) {
    unsigned written = 0;
    int done = EVP_DigestFinal_ex(hasher->context, digest, &written) == 1;
    if (done) *digest_length = written;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

void libcrypto_hasher_free(libcrypto_hasher *hasher) {
    EVP_MD_CTX_free(hasher->context);
    free(hasher);
}
