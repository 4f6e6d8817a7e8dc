/* A disk that keeps something else than it was given: the last octet of each write to a file without a name differs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is_output(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, " (deleted)") != NULL || strstr(path, "/.jeton-") != NULL;
}

ssize_t write(int descriptor, const void *octets, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (count == 0 || !is_output(descriptor)) return real(descriptor, octets, count);
    if (count > 1) {
        ssize_t written = real(descriptor, octets, count - 1);
        if (written != (ssize_t)count - 1) return written;
    }
    unsigned char last = ((const unsigned char *)octets)[count - 1] ^ 1;
    return real(descriptor, &last, 1) == 1 ? (ssize_t)count : -1;
}
