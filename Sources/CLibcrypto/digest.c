#include "internal.h"

_Static_assert(EVP_MAX_MD_SIZE <= LIBCRYPTO_MAXIMUM_DIGEST_LENGTH, "a digest is longer than its buffer");

int libcrypto_digest(const char *name, const uint8_t *octets, size_t count, uint8_t *digest, size_t *digest_length) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!context) return libcrypto_finish(LIBCRYPTO_FAILED);
    int done = EVP_Q_digest(context, name, LIBCRYPTO_PROPERTIES, octets, count, digest, digest_length);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}
