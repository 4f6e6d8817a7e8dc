#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <unistd.h>

#include "internal.h"

int cck_probe_open(cck_probe *probe) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        return -1;
    }
    *probe = (cck_probe){.reader = ends[0], .writer = ends[1]};
    return 0;
}

void cck_probe_close(cck_probe *probe) {
    close(probe->reader);
    close(probe->writer);
}

// write(2) answers EFAULT where a load instruction would fault. Unlike process_vm_readv it is allowed in every sandbox.
int cck_probe_read(cck_probe *probe, void *to, const void *from, size_t count) {
    if (from == NULL || count > 4096) {
        return -1;
    }
    ssize_t written = write(probe->writer, from, count);
    if (written <= 0) {
        return -1;
    }
    // What has been written must leave the pipe in any case, or the next probe would read it.
    size_t received = 0;
    while (received < (size_t)written) {
        ssize_t part = read(probe->reader, (char *)to + received, (size_t)written - received);
        if (part < 0 && errno == EINTR) {
            continue;
        }
        if (part <= 0) {
            return -1;
        }
        received += (size_t)part;
    }
    return received == count ? 0 : -1;
}

// MARK: Executable memory

struct search {
    ElfW(Addr) address;
    ElfW(Addr) start, end;
};

static int find_segment(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct search *search = context;
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) {
            continue;
        }
        ElfW(Addr) start = info->dlpi_addr + segment->p_vaddr;
        if (search->address >= start && search->address - start < segment->p_memsz) {
            search->start = start;
            search->end = start + segment->p_memsz;
            return 1;
        }
    }
    return 0;
}

// Code that no library brought: closures made at run time, as p11-kit's proxy hands out. Returns 0, or -1 and errno.
static int find_mapping(struct search *search, bool *found) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) {
        return -1;
    }
    char line[512];
    bool at_start = true;
    *found = false;
    while (!*found && fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end;
        char rights[5];
        bool parse = at_start;
        // A long path continues in the next piece, which is not a line of its own.
        at_start = false;
        for (const char *c = line; *c != 0; c++) {
            at_start = *c == '\n';
        }
        if (parse && sscanf(line, "%lx-%lx %4s", &start, &end, rights) == 3 && rights[2] == 'x' &&
            search->address >= start && search->address < end) {
            search->start = start;
            search->end = end;
            *found = true;
        }
    }
    fclose(maps);
    return 0;
}

bool cck_probe_is_code(cck_probe *probe, const void *pointer) {
    if ((const char *)pointer >= probe->code && (const char *)pointer < probe->code_end) {
        return true;
    }
    struct search search = {.address = (ElfW(Addr))pointer};
    bool found = dl_iterate_phdr(find_segment, &search) != 0;
    if (!found && find_mapping(&search, &found) != 0) {
        return true;
    }
    if (found) {
        probe->code = (const char *)search.start;
        probe->code_end = (const char *)search.end;
    }
    return found;
}
