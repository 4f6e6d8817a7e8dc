#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

int cck_report(cck_load_result *result, cck_load_status status, const char *format, ...) {
    result->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->detail, sizeof result->detail, format, arguments);
    va_end(arguments);
    return (int)status;
}

// MARK: Names

#if defined(__x86_64__)
#define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE EM_AARCH64
#elif defined(__riscv)
#define OWN_MACHINE EM_RISCV
#elif defined(__powerpc64__)
#define OWN_MACHINE EM_PPC64
#elif defined(__s390x__)
#define OWN_MACHINE EM_S390
#else
#error "which ELF machine is this?"
#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_DATA ELFDATA2LSB
#else
#define OWN_DATA ELFDATA2MSB
#endif

static const char *machine_name(unsigned machine) {
    switch (machine) {
    case EM_386: return "Intel 80386";
    case EM_X86_64: return "x86-64";
    case EM_ARM: return "ARM";
    case EM_AARCH64: return "AArch64";
    case EM_RISCV: return "RISC-V";
    case EM_PPC: return "PowerPC";
    case EM_PPC64: return "PowerPC64";
    case EM_S390: return "IBM S/390";
    case EM_MIPS: return "MIPS";
    case EM_SPARC: return "SPARC";
    case EM_SPARCV9: return "SPARC V9";
    case 258: return "LoongArch";
    default: return NULL;
    }
}

static int report_machine(
    cck_load_result *result, cck_load_status status, const unsigned char *identification, unsigned machine) {
    const char *bits = identification[EI_CLASS] == ELFCLASS32 ? "32-bit" : "64-bit";
    const char *order = identification[EI_DATA] == OWN_DATA ? "" : ", foreign byte order";
    const char *name = machine_name(machine);
    if (name != NULL) {
        return cck_report(result, status, "%s %s%s", bits, name, order);
    }
    return cck_report(result, status, "%s machine %u%s", bits, machine, order);
}

static const char *kind_name(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFDIR: return "a directory";
    case S_IFCHR:
    case S_IFBLK: return "a device";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    default: return "not a regular file";
    }
}

static const char *type_name(unsigned type) {
    switch (type) {
    case ET_EXEC: return "a program";
    case ET_REL: return "an object file";
    case ET_CORE: return "a core dump";
    default: return "an ELF file of unknown type";
    }
}

// MARK: Content

// Reads all of `count` bytes at `offset`: 0, or -1 where the file is shorter, changes meanwhile or cannot be read.
static int read_at(int file, void *to, size_t count, uint64_t offset) {
    char *next = to;
    while (count > 0) {
        ssize_t part = pread(file, next, count, (off_t)offset);
        if (part < 0 && errno == EINTR) {
            continue;
        }
        if (part <= 0) {
            return -1;
        }
        next += part;
        offset += (uint64_t)part;
        count -= (size_t)part;
    }
    return 0;
}

static int report_truncated(cck_load_result *result, uint64_t size, uint64_t needed) {
    return cck_report(
        result, CCK_LOAD_NOT_ELF, "truncated: %llu bytes of at least %llu", (unsigned long long)size,
        (unsigned long long)needed);
}

// A program that may lie anywhere in memory has the type of a shared object and says what it is in DT_FLAGS_1.
static bool is_program(int file, const Elf64_Phdr *dynamic) {
    Elf64_Dyn entries[64];
    uint64_t left = dynamic->p_filesz / sizeof(Elf64_Dyn);
    uint64_t offset = dynamic->p_offset;
    for (unsigned round = 0; left > 0 && round < 64; round++) {
        size_t count = left < 64 ? (size_t)left : 64;
        if (read_at(file, entries, count * sizeof(Elf64_Dyn), offset) != 0) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            if (entries[i].d_tag == DT_NULL) {
                return false;
            }
            if (entries[i].d_tag == DT_FLAGS_1) {
                return (entries[i].d_un.d_val & DF_1_PIE) != 0;
            }
        }
        left -= count;
        offset += count * sizeof(Elf64_Dyn);
    }
    return false;
}

// The linker maps segments as the headers say and touches them: one that lies past the end of the file would kill the
// process with SIGBUS.
static int check_segments(int file, const Elf64_Ehdr *header, uint64_t size, cck_load_result *result) {
    if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phnum == 0 || header->e_phnum > 1024) {
        return cck_report(result, CCK_LOAD_NOT_ELF, "no usable program headers");
    }
    uint64_t table = (uint64_t)header->e_phnum * sizeof(Elf64_Phdr);
    if (header->e_phoff > size || table > size - header->e_phoff) {
        return report_truncated(result, size, header->e_phoff + table);
    }
    Elf64_Phdr dynamic = {.p_type = PT_NULL};
    for (unsigned i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr segment;
        if (read_at(file, &segment, sizeof segment, header->e_phoff + i * sizeof segment) != 0) {
            return report_truncated(result, size, header->e_phoff + table);
        }
        if (segment.p_type != PT_LOAD && segment.p_type != PT_DYNAMIC) {
            continue;
        }
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset) {
            return report_truncated(result, size, segment.p_offset + segment.p_filesz);
        }
        if (segment.p_type == PT_DYNAMIC) {
            dynamic = segment;
        }
    }
    if (dynamic.p_type != PT_DYNAMIC) {
        return cck_report(result, CCK_LOAD_NOT_SHARED_OBJECT, "a statically linked program");
    }
    if (is_program(file, &dynamic)) {
        return cck_report(result, CCK_LOAD_NOT_SHARED_OBJECT, "a program");
    }
    return CCK_LOAD_OK;
}

static int check_content(int file, uint64_t size, cck_load_result *result) {
    unsigned char start[sizeof(Elf64_Ehdr)] = {0};
    size_t known = size < sizeof start ? (size_t)size : sizeof start;
    if (read_at(file, start, known, 0) != 0) {
        return cck_report(result, CCK_LOAD_NOT_READABLE, "the file cannot be read to its end");
    }
    if (known < SELFMAG || memcmp(start, ELFMAG, SELFMAG) != 0) {
        if (known == 0) {
            return cck_report(result, CCK_LOAD_NOT_ELF, "an empty file");
        }
        return cck_report(
            result, CCK_LOAD_NOT_ELF, "starts with %02x %02x %02x %02x", start[0], start[1], start[2], start[3]);
    }
    if (known < EI_NIDENT + 4) {
        return report_truncated(result, size, sizeof start);
    }
    // Type and machine lie at the same place in both classes; their byte order is that of the file.
    bool swapped = start[EI_DATA] != OWN_DATA;
    uint16_t machine;
    memcpy(&machine, start + EI_NIDENT + 2, sizeof machine);
    machine = swapped ? __builtin_bswap16(machine) : machine;
    if (start[EI_CLASS] == ELFCLASS32) {
        return report_machine(result, CCK_LOAD_WRONG_CLASS, start, machine);
    }
    if (start[EI_CLASS] != ELFCLASS64) {
        return cck_report(result, CCK_LOAD_NOT_ELF, "ELF of unknown class %u", start[EI_CLASS]);
    }
    if (swapped || machine != OWN_MACHINE) {
        return report_machine(result, CCK_LOAD_WRONG_MACHINE, start, machine);
    }
    if (known < sizeof start) {
        return report_truncated(result, size, sizeof start);
    }
    Elf64_Ehdr header;
    memcpy(&header, start, sizeof header);
    if (header.e_type != ET_DYN) {
        return cck_report(result, CCK_LOAD_NOT_SHARED_OBJECT, "%s", type_name(header.e_type));
    }
    return check_segments(file, &header, size, result);
}

// MARK: File

static int report_absence(const char *path, int reason, cck_load_result *result) {
    char target[512];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length >= 0 && (reason == ENOENT || reason == ELOOP || reason == ENOTDIR)) {
        target[length] = 0;
        return cck_report(result, CCK_LOAD_DANGLING_LINK, "%s", target);
    }
    // The status says of ENOENT all that there is to say.
    const char *words = reason == ENOENT ? "" : strerror(reason);
    return cck_report(result, reason == EACCES ? CCK_LOAD_NOT_READABLE : CCK_LOAD_NOT_FOUND, "%s", words);
}

int cck_check_file(const char *path, struct stat *status, cck_load_result *result) {
    if (path == NULL || path[0] == 0) {
        return cck_report(result, CCK_LOAD_NOT_FOUND, "no path");
    }
    if (stat(path, status) != 0) {
        return report_absence(path, errno, result);
    }
    if (!S_ISREG(status->st_mode)) {
        return cck_report(result, CCK_LOAD_NOT_A_FILE, "%s", kind_name(status->st_mode));
    }
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        return cck_report(result, CCK_LOAD_NOT_READABLE, "%s", strerror(errno));
    }
    // What is examined is what was opened, should the name mean another file by now.
    int fault;
    if (fstat(file, status) != 0 || !S_ISREG(status->st_mode)) {
        fault = cck_report(result, CCK_LOAD_NOT_A_FILE, "replaced while it was opened");
    } else {
        fault = check_content(file, (uint64_t)status->st_size, result);
    }
    close(file);
    return fault;
}
