// Stands before the C library in programs that are started with LD_PRELOAD: calls that change files below a directory
// fail as they do on a broken or full disk.
//
// JETON_STORAGE_PLACE  the directory
// JETON_STORAGE_FAULT  CALL FIRST LAST ERRNO: which calls fail, counted from 1. CALL is open (to write), write, fsync,
//                      dirsync (fsync of a directory) or rename, or openat, renameat (renameat2 too) or linkat, which
//                      are counted by themselves. A write that fails writes half the time before.
// JETON_STORAGE_LOG    a file that gets the name of each such call, and of mlock, a line each
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_below(const char *path) {
    const char *place = getenv("JETON_STORAGE_PLACE");
    return place != NULL && strncmp(path, place, strlen(place)) == 0;
}

static int is_descriptor_below(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_below(path);
}

static void note(const char *call) {
    const char *log = getenv("JETON_STORAGE_LOG");
    if (log == NULL) return;
    int saved = errno;
    int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", call);
    if (syscall(SYS_write, file, line, (size_t)length) < 0) abort();
    syscall(SYS_close, file);
    errno = saved;
}

// Whether this call is one that fails; errno is set then.
static int fails(const char *call, unsigned *count) {
    note(call);
    const char *fault = getenv("JETON_STORAGE_FAULT");
    char name[16];
    unsigned first, last;
    int number;
    if (fault == NULL || sscanf(fault, "%15s %u %u %d", name, &first, &last, &number) != 4) return 0;
    if (strcmp(name, call) != 0) return 0;
    *count += 1;
    if (*count < first || *count > last) return 0;
    errno = number;
    return 1;
}

static int open_file(const char *path, int flags, mode_t mode) {
    static unsigned count;
    if ((flags & O_ACCMODE) != O_RDONLY && is_below(path) && fails("open", &count)) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file(path, flags, mode);
}

ssize_t write(int descriptor, const void *octets, size_t size) {
    static unsigned count;
    static int half_done;
    if (is_descriptor_below(descriptor)) {
        if (half_done) {
            half_done = 0;
            errno = ENOSPC;
            return -1;
        }
        if (fails("write", &count)) {
            if (errno != ENOSPC || size < 2) return -1;
            half_done = 1;
            size /= 2;
        }
    }
    return syscall(SYS_write, descriptor, octets, size);
}

int fsync(int descriptor) {
    static unsigned files, directories;
    struct stat status;
    if (is_descriptor_below(descriptor) && fstat(descriptor, &status) == 0) {
        if (S_ISDIR(status.st_mode) ? fails("dirsync", &directories) : fails("fsync", &files)) return -1;
    }
    return (int)syscall(SYS_fsync, descriptor);
}

int rename(const char *from, const char *to) {
    static unsigned count;
    if (is_below(to) && fails("rename", &count)) return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static int is_below_at(int directory, const char *path) {
    return directory == AT_FDCWD || path[0] == '/' ? is_below(path) : is_descriptor_below(directory);
}

static int open_file_at(int directory, const char *path, int flags, mode_t mode) {
    static unsigned count;
    if ((flags & O_ACCMODE) != O_RDONLY && is_below_at(directory, path) && fails("openat", &count)) return -1;
    return (int)syscall(SYS_openat, directory, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file_at(directory, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_file_at(directory, path, flags, mode);
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
    static unsigned count;
    if (is_below_at(to_directory, to) && fails("renameat", &count)) return -1;
    return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    return renameat2(from_directory, from, to_directory, to, 0);
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
    static unsigned count;
    if (is_below_at(to_directory, to) && fails("linkat", &count)) return -1;
    return (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags);
}

int mlock(const void *address, size_t size) {
    note("mlock");
    return (int)syscall(SYS_mlock, address, size);
}
