#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum {
    STACK_SIZE = 8 * 1024 * 1024,
    GUARD_SIZE = 64 * 1024,
    TEXT_SIZE = 4 * 1024 * 1024,  // more than the kernel lets arguments take
    LIST_PLACES = 65536,
};

struct start {
    int (*body)(void *context);
    void *context;
    sigset_t mask;
    cpu_set_t processors;
    pid_t parent;
};

static int start_child(void *argument) {
    struct start *start = argument;
    sched_setaffinity(0, sizeof start->processors, &start->processors);
    host_restore_signals();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != start->parent) _exit(70);
    sigprocmask(SIG_SETMASK, &start->mask, NULL);
    int code = start->body(start->context);
    fflush(NULL);
    _exit(code);
}

// What follows runs while the child uses the same memory, errno among it: no allocation, no call that can fail in
// ordinary circumstances, and no signal handler, for all signals are blocked.

static void take_signal(int descriptor, pid_t child) {
    struct signalfd_siginfo info;
    if (read(descriptor, &info, sizeof info) != sizeof info) return;
    switch (info.ssi_signo) {
    case SIGTSTP: kill(getpid(), SIGSTOP); break;
    case SIGINT:
    case SIGQUIT:
    case SIGTERM:
    case SIGHUP: kill(child, (int)info.ssi_signo); break;
    default: break;
    }
}

static uint32_t load(const uint32_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }

// Watches the child until it ends or a call takes too long. Returns whether it ended by itself.
static bool watch(pid_t child, int child_descriptor, int signals, const host_progress *progress, int limit) {
    int step = limit / 4;
    if (step < 10) step = 10;
    if (step > 250) step = 250;
    uint32_t calls = 0;
    int waited = 0;
    for (;;) {
        struct pollfd items[] = {{.fd = child_descriptor, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        int ready = poll(items, 2, step);
        if (ready > 0 && items[0].revents != 0) return true;
        if (ready > 0) {
            take_signal(signals, child);
            continue;
        }
        uint32_t now = load(progress->calls);
        if (load(progress->function) == 0 || now != calls) {
            calls = now;
            waited = 0;
            continue;
        }
        waited += step;
        if (waited >= limit) return false;
    }
}

// The texts of a file of procfs that a NUL ends each: `list` gets pointers into `text`, and NULL at its end. Returns 0,
// or -1 and errno.
static int read_texts(const char *path, char *text, size_t size, char **list, size_t places) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    size_t length = 0;
    for (;;) {
        ssize_t count = read(file, text + length, size - 1 - length);
        if (count < 0) return -1;
        if (count == 0) break;
        length += (size_t)count;
    }
    close(file);
    text[length] = 0;
    size_t used = 0;
    for (size_t at = 0; at < length && used + 1 < places; at += strlen(text + at) + 1) list[used++] = text + at;
    list[used] = NULL;
    return 0;
}

// The memory is as the module left it, and so may be the allocator: this program starts anew to say what happened.
static _Noreturn void start_anew(const host_progress *progress, int status, int limit, const sigset_t *mask) {
    char end[64];
    snprintf(end, sizeof end, HOST_END_VARIABLE "=%d,%d,%d", progress->descriptor, status, limit);
    size_t lists = 2 * LIST_PLACES * sizeof(char *);
    size_t size = lists + 2 * (size_t)TEXT_SIZE;
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) _exit(70);
    char **arguments = (char **)(void *)block;
    char **environment = arguments + LIST_PLACES;
    // Both as the kernel was given them. The first of two variables of one name counts.
    environment[0] = end;
    char *text = block + lists;
    if (read_texts("/proc/self/cmdline", text, TEXT_SIZE, arguments, LIST_PLACES) != 0 || arguments[0] == NULL ||
        read_texts("/proc/self/environ", text + TEXT_SIZE, TEXT_SIZE, environment + 1, LIST_PLACES - 1) != 0) {
        _exit(70);
    }
    fcntl(progress->descriptor, F_SETFD, 0);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execve("/proc/self/exe", arguments, environment);
    _exit(70);
}

int host_become(int (*body)(void *context), void *context, const host_progress *progress, int limit_milliseconds) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return -1;
#endif
    sigset_t all;
    struct start start = {.body = body, .context = context, .parent = getpid()};
    char *stack = mmap(NULL, STACK_SIZE + GUARD_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack + GUARD_SIZE, STACK_SIZE, PROT_READ | PROT_WRITE) != 0) return -1;
    sigfillset(&all);
    int signals = signalfd(-1, &all, SFD_CLOEXEC);
    if (signals < 0) return -1;
    fflush(NULL);
    sigprocmask(SIG_SETMASK, &all, &start.mask);
    // The child begins where this process stops: on another processor it would find neither caches nor translations.
    cpu_set_t here;
    CPU_ZERO(&here);
    int processor = sched_getcpu();
    bool keeps = processor >= 0 && sched_getaffinity(0, sizeof start.processors, &start.processors) == 0;
    if (keeps) {
        CPU_SET((unsigned)processor, &here);
        sched_setaffinity(0, sizeof here, &here);
    }
    int descriptor = -1;
    pid_t child =
        clone(start_child, stack + GUARD_SIZE + STACK_SIZE, CLONE_VM | CLONE_PIDFD | SIGCHLD, &start, &descriptor);
    if (keeps) sched_setaffinity(0, sizeof start.processors, &start.processors);
    if (child < 0) {
        sigprocmask(SIG_SETMASK, &start.mask, NULL);
        close(signals);
        return -1;
    }
    bool ended = watch(child, descriptor, signals, progress, limit_milliseconds);
    if (!ended) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (ended && WIFEXITED(status) && load(progress->function) == 0) _exit(WEXITSTATUS(status));
    start_anew(progress, ended ? status : -1, limit_milliseconds, &start.mask);
}

int host_earlier_end(const char *text, host_earlier *earlier) {
    int items = sscanf(text, "%d,%d,%d", &earlier->descriptor, &earlier->status, &earlier->limit_milliseconds);
    return items == 3 && earlier->descriptor > 2 ? 0 : -1;
}

void *host_shared_file(size_t size, int *descriptor) {
    *descriptor = memfd_create("jeton", MFD_CLOEXEC);
    if (*descriptor < 0) return NULL;
    void *block = ftruncate(*descriptor, (off_t)size) == 0 ? host_map_shared(*descriptor, size) : NULL;
    if (block == NULL) close(*descriptor);
    return block;
}

void *host_map_shared(int descriptor, size_t size) {
    struct stat file;
    // A file that is too short would be a bus error at the first look.
    if (fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size < (off_t)size) return NULL;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return block == MAP_FAILED ? NULL : block;
}
