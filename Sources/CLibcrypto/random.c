#include <openssl/rand.h>

#include "internal.h"

int libcrypto_random(uint8_t *octets, size_t count) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!context || RAND_priv_bytes_ex(context, octets, count, 0) != 1) return libcrypto_finish(LIBCRYPTO_FAILED);
    return LIBCRYPTO_OK;
}
