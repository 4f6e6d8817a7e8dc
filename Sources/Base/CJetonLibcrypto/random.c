#include <errno.h>
#include <sys/random.h>

#include "internal.h"

// Not libcrypto's generator, which a program's engine may have taken over.
int libcrypto_random(uint8_t *octets, size_t count) {
    size_t filled = 0;
    while (filled < count) {
        ssize_t got = getrandom(octets + filled, count - filled, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return LIBCRYPTO_FAILED;
        filled += (size_t)got;
    }
    return LIBCRYPTO_OK;
}
