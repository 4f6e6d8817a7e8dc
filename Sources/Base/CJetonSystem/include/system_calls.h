// System calls that Swift's Glibc module does not show. A function that can fail returns 0, or -1 and errno.
#ifndef JETON_SYSTEM_CALLS_H
#define JETON_SYSTEM_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "login_events.h"

// fstatfs(2): the type number of the file system of an open file.
int system_file_system_type(int descriptor, uint32_t *type);

// sync_file_range(2): lets the system begin to write a range of a file to the disk, without waiting for it. Advice
// only: nothing is durable before fsync.
void system_begin_writing(int descriptor, uint64_t offset, uint64_t count);

// O_PATH of open(2).
extern const int system_path_only;

// O_TMPFILE of open(2).
extern const int system_unnamed_file;

// Opens the directory NAME of a process in PROCESSES, which must be the root of a procfs; a descriptor for openat, or
// -1 and errno: ENOTSUP if PROCESSES is something else, EXDEV if another mount lies over NAME.
int system_open_process(const char *processes, const char *name);

// openat2(2) with RESOLVE_NO_XDEV: as openat, but -1 and EXDEV where a mount lies on the way or over the file.
int system_open_below_mount(int directory, const char *name, int flags);

// renameat2(2) with RENAME_NOREPLACE: -1 and EEXIST if TO exists, whatever it is.
int system_rename_to_new(const char *from, const char *to);

// prctl(PR_SET_DUMPABLE): no core files of this process, and no ptrace by other programs of the user.
int system_set_undumpable(void);

// Who connected to a Unix socket: the process, its user, and a descriptor of the process, by SO_PEERPIDFD, or opened at
// once where the kernel has no such option (before 6.5); the caller closes it. Returns 0, or -1 and errno.
int system_socket_peer(int socket, int *process, unsigned *user, int *handle);

// posix_spawn_file_actions_addclosefrom_np(3): a program that is started gets no descriptor from `first` on; `actions` is
// a posix_spawn_file_actions_t. Returns 0, or an error number.
int system_close_from(void *actions, int first);

// The kernel's keyring of the user (keyrings(7)): keys of the type "user" that vanish after some seconds and that
// every process of the user can read. errno is ENOKEY, EKEYEXPIRED or EKEYREVOKED if the key does not exist.
int system_keyring_put(const char *name, const uint8_t *bytes, size_t count, unsigned seconds);
// Reads a key of exactly `count` bytes; EBADMSG if it has another size.
int system_keyring_get(const char *name, uint8_t *bytes, size_t count);
int system_keyring_drop(const char *name);

// How many arguments the program was started with, its name included.
int system_argument_count(void);

// An argument; NULL beyond the last one.
const char *system_argument(int index);

#endif
