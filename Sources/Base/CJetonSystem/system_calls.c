#define _GNU_SOURCE
#include "system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// Where /proc is not mounted, Swift's run-time knows no arguments: it reads them there. The C library hands them to
// constructors.
static int argument_count;
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

int system_argument_count(void) { return argument_count; }

const char *system_argument(int index) { return index >= 0 && index < argument_count ? arguments[index] : NULL; }

int system_file_system_type(int descriptor, uint32_t *type) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return -1;
    *type = (uint32_t)status.f_type;
    return 0;
}

void system_begin_writing(int descriptor, uint64_t offset, uint64_t count) {
    int saved = errno;
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)count, SYNC_FILE_RANGE_WRITE);
    errno = saved;
}

const int system_path_only = O_PATH;

const int system_unnamed_file = O_TMPFILE;

int system_open_below_mount(int directory, const char *name, int flags) {
    struct open_how how = {.flags = (uint64_t)flags | O_CLOEXEC, .resolve = RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, directory, name, &how, sizeof how);
}

// The inode of a procfs's root directory; a directory further down has another number.
enum { PROCFS_ROOT = 1 };

int system_open_process(const char *processes, const char *name) {
    int root = open(processes, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) return -1;
    struct statfs system;
    struct stat status;
    int process = -1;
    if (fstatfs(root, &system) == 0 && fstat(root, &status) == 0) {
        if (system.f_type == PROC_SUPER_MAGIC && status.st_ino == PROCFS_ROOT)
            process = system_open_below_mount(root, name, O_PATH | O_DIRECTORY);
        else errno = ENOTSUP;
    }
    int failure = errno;
    close(root);
    errno = failure;
    return process;
}

int system_rename_to_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int system_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// The numbers of the keyrings and of the operations: keyctl(2), <linux/keyctl.h>.
enum { PROCESS_KEYRING = -2, SESSION_KEYRING = -3, USER_KEYRING = -4 };
enum { REVOKE = 3, LINK = 8, UNLINK = 9, SEARCH = 10, READ = 11, SET_TIMEOUT = 15 };

// A process whose session keyring does not lead to the user keyring does not possess what lies there.
static void possess_user_keyring(void) { syscall(SYS_keyctl, LINK, USER_KEYRING, SESSION_KEYRING); }

static long find(const char *name) {
    possess_user_keyring();
    return syscall(SYS_keyctl, SEARCH, USER_KEYRING, "user", name, 0);
}

int system_keyring_put(const char *name, const uint8_t *bytes, size_t count, unsigned seconds) {
    possess_user_keyring();
    // It has its time limit before it can be found, and goes with the process if that dies before.
    long key = syscall(SYS_add_key, "user", name, bytes, count, PROCESS_KEYRING);
    if (key < 0) return -1;
    bool is_put =
        syscall(SYS_keyctl, SET_TIMEOUT, key, seconds) == 0 && syscall(SYS_keyctl, LINK, key, USER_KEYRING) == 0;
    int failure = errno;
    if (!is_put) syscall(SYS_keyctl, REVOKE, key);
    syscall(SYS_keyctl, UNLINK, key, PROCESS_KEYRING);
    errno = failure;
    return is_put ? 0 : -1;
}

int system_keyring_get(const char *name, uint8_t *bytes, size_t count) {
    long key = find(name);
    if (key < 0) return -1;
    long found = syscall(SYS_keyctl, READ, key, bytes, count);
    if (found >= 0 && (size_t)found != count) {
        errno = EBADMSG;
        return -1;
    }
    return found >= 0 ? 0 : -1;
}

int system_keyring_drop(const char *name) {
    long key = find(name);
    if (key < 0) return -1;
    if (syscall(SYS_keyctl, REVOKE, key) != 0) return -1;
    syscall(SYS_keyctl, UNLINK, key, USER_KEYRING);
    return 0;
}

int system_close_from(void *actions, int first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int system_socket_peer(int socket, int *process, unsigned *user, int *handle) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    *process = peer.pid;
    *user = peer.uid;
    size = sizeof *handle;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, handle, &size) == 0) return 0;
    if (errno != ENOPROTOOPT) return -1;
    *handle = (int)syscall(SYS_pidfd_open, peer.pid, 0);
    return *handle < 0 ? -1 : 0;
}
