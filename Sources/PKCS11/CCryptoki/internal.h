// What the files of this target share. A question gives bool; what can fail gives 0 or what went wrong, a
// cck_load_status or -1; what makes something gives a pointer, NULL if it fails.

#ifndef JETON_CCRYPTOKI_INTERNAL_H
#define JETON_CCRYPTOKI_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "loader.h"

// MARK: Results (elf.c)

// Sets status and detail, which it cuts to fit. Returns the status.
int cck_report(cck_load_result *result, cck_load_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Checks that dlopen can be given the file: a readable, whole ELF shared object for this machine. Fills `status` with
// what stat says of the file. Returns CCK_LOAD_OK or the status that it reported.
int cck_check_file(const char *path, struct stat *status, cck_load_result *result);

// MARK: Memory that a module points to (probe.c)

// Reads memory that may not be there. One is made for each load.
typedef struct {
    int reader, writer;           // ends of a pipe
    const char *code, *code_end;  // executable memory found last
} cck_probe;

// Returns 0, or -1 and errno.
int cck_probe_open(cck_probe *probe);
void cck_probe_close(cck_probe *probe);

// Copies `count` bytes, at most 4096: 0, or -1 where not all of them can be read. Never faults.
int cck_probe_read(cck_probe *probe, void *to, const void *from, size_t count);

// Whether a function could lie there: the memory is executable. True where that cannot be found out.
bool cck_probe_is_code(cck_probe *probe, const void *pointer);

// MARK: Function tables (interface.c)

// Looks up a symbol that the library itself defines. NULL where there is none; where a dependency defines it, its path
// goes to `owner` (not NULL, may stay as it is).
void *cck_own_symbol(void *handle, const char *name, const char **owner);

// Fills the version, origin, flags and functions of the module whose handle is set. Returns CCK_LOAD_OK or the status
// that it reported.
int cck_choose_table(cck_module *module, cck_probe *probe, cck_load_result *result);

// Fills the Rutoken extension, where the module has it.
void cck_choose_extension(cck_module *module, cck_probe *probe);

// MARK: Locks that survive a fork (lifecycle.c)

// 0 free, otherwise 1 + the epoch of the holder; a holder of another epoch stayed behind in a parent process.
typedef struct {
    uint32_t word;
} cck_lock;

void cck_lock_acquire(cck_lock *lock);
void cck_lock_release(cck_lock *lock);

// A loaded module and the state of its initialisation, which the public structure begins.
typedef struct cck_loaded {
    cck_module module;
    struct cck_loaded *next;
    cck_lock lock;        // guards what follows
    unsigned long epoch;  // in which the next two were true
    unsigned long users;
    unsigned long owned;     // 1 + the epoch in which we initialised it; 0 where we did not. Read without the lock
    unsigned long unlocked;  // 1 + the epoch in which it was initialised without arguments; likewise
} cck_loaded;

// MARK: Marker (marker.c)

// Writes the path of a module to the page in use; returns the index it got.
uint32_t cck_marker_name(uint32_t index, const char *path);

#endif
