#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host.h"

void host_limit_memory(size_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= bytes) return;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_DATA, &limit);
}

int host_sealed_memory(size_t size) {
    int descriptor = memfd_create("jeton", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)size) == 0 &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return descriptor;
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
}

void *host_map_memory(int descriptor, size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return block == MAP_FAILED ? NULL : block;
}

void host_unmap_memory(void *block, size_t size) { munmap(block, size); }

void host_keep_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

// Releases read-only and executable mappings of files. A mapping with modified pages keeps all its pages, because the
// file does not contain them: relocated data, and the code of modules that unpack or patch it.
static void release_file_pages(void) {
    FILE *file = fopen("/proc/self/smaps", "re");
    if (file == NULL) return;
    char line[PATH_MAX + 128];
    uintptr_t start = 0, end = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        uintptr_t from = 0, to = 0;
        unsigned long modified = 0;
        char access[5];
        int path = 0;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %n", &from, &to, access, &path) == 3) {
            bool is_read_only = access[1] == '-' && access[3] == 'p' && line[path] == '/';
            start = is_read_only ? from : 0;
            end = to;
        } else if (start != 0 && sscanf(line, "Anonymous: %lu kB", &modified) == 1 && modified == 0) {
            madvise((void *)start, end - start, MADV_DONTNEED);
        }
    }
    fclose(file);
}

void host_release_memory(void) {
    release_file_pages();
    malloc_trim(0);
}
