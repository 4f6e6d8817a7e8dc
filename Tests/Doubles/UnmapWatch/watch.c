// Stands in the place of the C library's munmap in the program that links it.

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "watch.h"

static bool watches;
static unsigned long pages, octets;

void unmap_watch_begin(void) { watches = true; }

unsigned long unmap_watch_pages(void) { return pages; }

unsigned long unmap_watch_octets(void) { return octets; }

int munmap(void *address, size_t length) {
    if (watches) {
        pages += (length + 4095) / 4096;
        for (size_t i = 0; i < length; i++) octets += ((const unsigned char *)address)[i] != 0;
    }
    return (int)syscall(SYS_munmap, address, length);
}
