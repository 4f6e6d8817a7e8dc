// Observes the system calls of a program by ptrace(2): which files and sockets it uses, and what comes of it.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

// From linux/ptrace.h, which does not go together with sys/ptrace.h.
struct call_information {
    uint8_t operation;
    uint8_t padding[3];
    uint32_t architecture;
    uint64_t instruction;
    uint64_t stack;
    union {
        struct {
            uint64_t number;
            uint64_t arguments[6];
        } entry;
        struct {
            int64_t result;
            uint8_t is_error;
        } exit;
    } of;
};

enum {
    operation_entry = 1,
    operation_exit = 2,
    path_size = 4096,
    process_limit = 256,
    output_size = 600,
    output_pieces = 8,
    // How long the processes of a program that has ended may go on without one of them ending.
    grace_milliseconds = 500
};

// The architecture whose numbers of calls these are; a program of another one, such as a 32-bit one, is not read.
#if defined(__x86_64__)
static const uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#elif defined(__riscv)
static const uint32_t own_architecture = AUDIT_ARCH_RISCV64;
#else
#error "the numbers of system calls of this architecture are not known"
#endif

// A thread that is observed, and the call that it is in.
struct traced {
    pid_t process;
    uint8_t call;
    int32_t detail;
    uint64_t number;
    char text[path_size];
};

static struct traced *threads;
static int thread_count;

// Does nothing but end a wait.
static void tick(int signal) { (void)signal; }

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct traced *find(pid_t process) {
    for (int i = 0; i < thread_count; i++)
        if (threads[i].process == process) return &threads[i];
    if (thread_count == process_limit) return NULL;
    struct traced *thread = &threads[thread_count++];
    memset(thread, 0, sizeof *thread);
    thread->process = process;
    return thread;
}

static void forget(pid_t process) {
    for (int i = 0; i < thread_count; i++)
        if (threads[i].process == process) {
            threads[i] = threads[--thread_count];
            return;
        }
}

// A record of at most PIPE_BUF bytes, which no signal can cut in two.
static void report(int output, uint8_t kind, const struct traced *thread, int64_t result) {
    host_trace_record record = {
        .kind = kind,
        .call = thread->call,
        .length = (uint16_t)strnlen(thread->text, PIPE_BUF - sizeof(host_trace_record)),
        .process = thread->process,
        .result = result,
        .detail = thread->detail,
    };
    struct iovec parts[2] = {{&record, sizeof record}, {(void *)(uintptr_t)thread->text, record.length}};
    while (writev(output, parts, 2) < 0 && errno == EINTR) continue;
}

// Copies from the other process's memory, at most to the end of the page in which an unreadable one follows.
static size_t copy(pid_t process, uint64_t address, void *target, size_t size) {
    size_t done = 0;
    while (done < size) {
        size_t left = 4096 - (size_t)((address + done) % 4096);
        struct iovec here = {(char *)target + done, left < size - done ? left : size - done};
        struct iovec there = {(void *)(uintptr_t)(address + done), here.iov_len};
        ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
        if (count <= 0) break;
        done += (size_t)count;
        if (memchr(here.iov_base, 0, (size_t)count)) break;
    }
    return done;
}

// The path that an argument means: absolute, by the process's directory or an open one.
static void take_path(struct traced *thread, int directory, uint64_t address) {
    char written[path_size];
    size_t count = copy(thread->process, address, written, sizeof written - 1);
    written[count] = 0;
    thread->text[0] = 0;
    size_t length = 0;
    if (written[0] != '/') {
        char link[64];
        if (directory == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", thread->process);
        else snprintf(link, sizeof link, "/proc/%d/fd/%d", thread->process, directory);
        ssize_t size = readlink(link, thread->text, path_size / 2);
        if (size < 0) return;
        length = (size_t)size;
        if (written[0]) thread->text[length++] = '/';
    }
    size_t room = path_size - 1 - length;
    size_t size = strnlen(written, room);
    memcpy(thread->text + length, written, size);
    thread->text[length + size] = 0;
}

// What an open descriptor leads to.
static void take_descriptor(struct traced *thread, int descriptor) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", thread->process, descriptor);
    ssize_t size = readlink(link, thread->text, path_size - 1);
    thread->text[size < 0 ? 0 : size] = 0;
    thread->detail = descriptor;
}

static void take_address(struct traced *thread, uint64_t address, uint64_t length) {
    union {
        struct sockaddr any;
        struct sockaddr_un local;
        struct sockaddr_in internet;
        struct sockaddr_in6 internet6;
        char bytes[256];
    } name;
    memset(&name, 0, sizeof name);
    size_t size = length < sizeof name - 1 ? (size_t)length : sizeof name - 1;
    struct iovec here = {&name, size}, there = {(void *)(uintptr_t)address, size};
    thread->text[0] = 0;
    if (process_vm_readv(thread->process, &here, 1, &there, 1, 0) <= 0) return;
    char words[INET6_ADDRSTRLEN] = "";
    switch (name.any.sa_family) {
    case AF_UNIX:
        snprintf(
            thread->text, path_size, "%s%.107s", name.local.sun_path[0] ? "" : "@",
            name.local.sun_path[0] ? name.local.sun_path : name.local.sun_path + 1);
        break;
    case AF_INET:
        inet_ntop(AF_INET, &name.internet.sin_addr, words, sizeof words);
        snprintf(thread->text, path_size, "%s:%u", words, ntohs(name.internet.sin_port));
        break;
    case AF_INET6:
        inet_ntop(AF_INET6, &name.internet6.sin6_addr, words, sizeof words);
        snprintf(thread->text, path_size, "[%s]:%u", words, ntohs(name.internet6.sin6_port));
        break;
    default: break;
    }
}

// Reports a piece of what is written.
static void report_output(struct traced *words, uint64_t address, size_t size, int output) {
    struct iovec here = {words->text, size}, there = {(void *)(uintptr_t)address, size};
    ssize_t got = process_vm_readv(words->process, &here, 1, &there, 1, 0);
    if (got <= 0) return;
    words->text[got] = 0;
    report(output, HOST_TRACE_OUTPUT, words, (int64_t)got);
}

// What was written to the standard output or error: of each part the beginning and the end.
static void take_output(struct traced *thread, uint64_t number, const uint64_t *arguments, int output) {
    if (arguments[0] != 1 && arguments[0] != 2) return;
    struct traced words = *thread;
    words.detail = (int32_t)arguments[0];
    struct iovec vector[8] = {{(void *)(uintptr_t)arguments[1], (size_t)arguments[2]}};
    int count = 1;
    if (number == SYS_writev) {
        count = arguments[2] < 8 ? (int)arguments[2] : 8;
        struct iovec here = {vector, sizeof *vector * (size_t)count},
                     there = {(void *)(uintptr_t)arguments[1], here.iov_len};
        if (process_vm_readv(thread->process, &here, 1, &there, 1, 0) < (ssize_t)here.iov_len) return;
    }
    for (int i = 0; i < count; i++) {
        uint64_t address = (uint64_t)(uintptr_t)vector[i].iov_base;
        size_t size = vector[i].iov_len, done = 0;
        for (int piece = 0; piece < output_pieces && done < size; piece++) {
            size_t part = size - done < output_size ? size - done : output_size;
            report_output(&words, address + done, part, output);
            done += part;
        }
        if (done == size) continue;
        size_t part = size - done < output_size ? size - done : output_size;
        report_output(&words, address + size - part, part, output);
    }
}

// Notes the call that a thread begins; 0 in `call` for one that tells nothing.
static void enter(struct traced *thread, uint64_t number, const uint64_t *arguments, int output) {
    int first = (int)(int64_t)arguments[0];
    thread->call = 0;
    thread->detail = 0;
    thread->number = number;
    thread->text[0] = 0;
    switch (number) {
    case SYS_openat:
        thread->call = HOST_CALL_OPEN;
        thread->detail = (int32_t)arguments[2];
        take_path(thread, first, arguments[1]);
        break;
    case SYS_newfstatat:
    case SYS_faccessat:
    case SYS_statx:
    case SYS_readlinkat:
#ifdef SYS_faccessat2
    case SYS_faccessat2:
#endif
        thread->call = HOST_CALL_LOOK;
        take_path(thread, first, arguments[1]);
        break;
    case SYS_mkdirat:
    case SYS_unlinkat:
    case SYS_fchmodat:
        thread->call = HOST_CALL_CHANGE;
        take_path(thread, first, arguments[1]);
        break;
    case SYS_renameat2:
        thread->call = HOST_CALL_CHANGE;
        take_path(thread, (int)(int64_t)arguments[2], arguments[3]);
        break;
#ifdef SYS_open
    case SYS_open:
        thread->call = HOST_CALL_OPEN;
        thread->detail = (int32_t)arguments[1];
        take_path(thread, AT_FDCWD, arguments[0]);
        break;
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_readlink:
        thread->call = HOST_CALL_LOOK;
        take_path(thread, AT_FDCWD, arguments[0]);
        break;
    case SYS_mkdir:
    case SYS_unlink:
    case SYS_chmod:
    case SYS_creat:
        thread->call = HOST_CALL_CHANGE;
        take_path(thread, AT_FDCWD, arguments[0]);
        break;
    case SYS_rename:
        thread->call = HOST_CALL_CHANGE;
        take_path(thread, AT_FDCWD, arguments[1]);
        break;
#endif
    case SYS_execve:
        thread->call = HOST_CALL_EXECUTE;
        take_path(thread, AT_FDCWD, arguments[0]);
        break;
    case SYS_connect:
    case SYS_bind:
        thread->call = number == SYS_connect ? HOST_CALL_CONNECT : HOST_CALL_BIND;
        thread->detail = first;
        take_address(thread, arguments[1], arguments[2]);
        break;
    case SYS_mmap:
        // PROT_EXEC of a file: refused on a file system that is mounted noexec.
        if ((arguments[2] & 4) && (int)(int64_t)arguments[4] >= 0) {
            thread->call = HOST_CALL_MAP;
            take_descriptor(thread, (int)(int64_t)arguments[4]);
        }
        break;
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_ftruncate:
    case SYS_fsync:
        thread->call = HOST_CALL_WRITE;
        thread->detail = first;
        if (number == SYS_write || number == SYS_writev) take_output(thread, number, arguments, output);
        break;
    case SYS_read:
    case SYS_pread64:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_sendmsg:
    case SYS_sendto:
        thread->call = HOST_CALL_READ;
        thread->detail = first;
        break;
    case SYS_clone:
#ifdef SYS_clone3
    case SYS_clone3:
#endif
#ifdef SYS_fork
    case SYS_fork:
    case SYS_vfork:
#endif
        thread->call = HOST_CALL_FORK;
        break;
    case SYS_socket: thread->call = HOST_CALL_SOCKET; break;
    case SYS_flock:
    case SYS_futex:
    case SYS_ppoll:
#ifdef SYS_poll
    case SYS_poll:
#endif
        thread->call = HOST_CALL_WAIT;
        thread->detail = first;
        break;
    default: break;
    }
}

// The name of a call that no permission of a file refuses; NULL for others.
static const char *name_of_unrefused(uint64_t number) {
    switch (number) {
    case SYS_fcntl: return "fcntl";
    case SYS_flock: return "flock";
    case SYS_futex: return "futex";
    case SYS_getrandom: return "getrandom";
    case SYS_madvise: return "madvise";
    case SYS_mprotect: return "mprotect";
    case SYS_socketpair: return "socketpair";
    default: return NULL;
    }
}

static void leave(struct traced *thread, int64_t result, int output) {
    const char *refused = result == -EPERM || result == -EACCES ? name_of_unrefused(thread->number) : NULL;
    if (refused) {
        snprintf(thread->text, path_size, "%s", refused);
        thread->call = HOST_CALL_OTHER;
        report(output, HOST_TRACE_CALL, thread, result);
    }
    switch (thread->call) {
    case HOST_CALL_OPEN:
    case HOST_CALL_LOOK:
    case HOST_CALL_EXECUTE:
    case HOST_CALL_CONNECT:
    case HOST_CALL_BIND:
    case HOST_CALL_CHANGE:
        if (thread->text[0]) report(output, HOST_TRACE_CALL, thread, result);
        break;
    case HOST_CALL_MAP: report(output, HOST_TRACE_CALL, thread, result < 0 ? result : 0); break;
    case HOST_CALL_WRITE:
    case HOST_CALL_READ:
        // Being interrupted, or having nothing to read yet, is not a failure.
        if (result < 0 && result != -EAGAIN && result != -EINTR && result >= -4095 && result > -512) {
            take_descriptor(thread, thread->detail);
            report(output, HOST_TRACE_CALL, thread, result);
        } else if (result == 0 && thread->call == HOST_CALL_READ) {
            // The other end of a socket has gone.
            take_descriptor(thread, thread->detail);
            if (!strncmp(thread->text, "socket:", 7)) report(output, HOST_TRACE_CALL, thread, -ECONNRESET);
        }
        break;
    case HOST_CALL_FORK:
    case HOST_CALL_SOCKET:
        if (result < 0 && result > -512) report(output, HOST_TRACE_CALL, thread, result);
        break;
    default: break;
    }
    thread->call = 0;
}

// Whether no process runs or is ready to: on a busy machine one that gets no processor makes no calls either.
static bool are_asleep(void) {
    for (int i = 0; i < thread_count; i++) {
        char path[32], text[512];
        snprintf(path, sizeof path, "/proc/%d/stat", (int)threads[i].process);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) continue;
        ssize_t length = read(file, text, sizeof text - 1);
        close(file);
        text[length > 0 ? length : 0] = 0;
        // The name before it may have any character in it.
        const char *end = strrchr(text, ')');
        if (end && end[1] == ' ' && end[2] != 'S' && end[2] != 'D') return false;
    }
    return true;
}

static void end_all(int output) {
    for (int i = 0; i < thread_count; i++) {
        struct traced *thread = &threads[i];
        if (thread->call) {
            if (!thread->text[0] && thread->call != HOST_CALL_FORK) take_descriptor(thread, thread->detail);
            report(output, HOST_TRACE_BLOCKED, thread, 0);
        }
    }
    for (int i = 0; i < thread_count; i++) kill(threads[i].process, SIGKILL);
    while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR) continue;
}

void host_trace(char *const arguments[], int output, int timeout_milliseconds, int quiet_milliseconds) {
    struct traced none = {.process = 0};
    threads = calloc(process_limit, sizeof *threads);
    thread_count = 0;
    if (!threads) return report(output, HOST_TRACE_NONE, &none, -ENOMEM);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tick;
    sigaction(SIGALRM, &action, NULL);
    pid_t child = fork();
    if (child < 0) return report(output, HOST_TRACE_NONE, &none, -errno);
    if (child == 0) {
        host_restore_signals();
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) _exit(125);
        raise(SIGSTOP);
        execvp(arguments[0], arguments);
        _exit(errno == ENOENT ? 127 : 126);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
        PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
    if (!WIFSTOPPED(status) || ptrace(PTRACE_SETOPTIONS, child, NULL, options) < 0) {
        int error = WIFSTOPPED(status) ? errno : EPERM;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return report(output, HOST_TRACE_NONE, &none, -error);
    }
    find(child);
    ptrace(PTRACE_SYSCALL, child, NULL, 0);
    // Ten times a second, so that a signal that comes just before waitpid costs no more than that.
    struct itimerval timer = {{0, 100000}, {0, 100000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    int64_t start = milliseconds(), last_event = start, last_end = start;
    bool has_ended = false;
    while (thread_count > 0) {
        int64_t now = milliseconds();
        if (now - start > timeout_milliseconds) break;
        // A daemon that the program left behind may run on for ever.
        if (has_ended && now - last_end > grace_milliseconds) break;
        if (quiet_milliseconds && now - last_event > quiet_milliseconds && are_asleep()) break;
        pid_t process = waitpid(-1, &status, __WALL);
        if (process < 0 && errno == EINTR) continue;
        if (process < 0) break;
        last_event = milliseconds();
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            struct traced ended = {.process = process, .detail = process == child};
            report(output, HOST_TRACE_END, &ended, status);
            forget(process);
            if (process == child) has_ended = true;
            last_end = last_event;
            continue;
        }
        struct traced *thread = find(process);
        int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80)) {
            struct call_information information;
            long size = ptrace((enum __ptrace_request)0x420e, process, sizeof information, &information);
            if (!thread || size <= 0 || information.architecture != own_architecture) signal = 0;
            else if (information.operation == operation_entry)
                enter(thread, information.of.entry.number, information.of.entry.arguments, output);
            else if (information.operation == operation_exit) leave(thread, information.of.exit.result, output);
            signal = 0;
        } else if (status >> 16 || signal == SIGSTOP || signal == SIGTRAP) {
            // A new process or program: nothing to pass on.
            signal = 0;
        }
        ptrace(PTRACE_SYSCALL, process, NULL, (void *)(intptr_t)signal);
    }
    struct itimerval stop = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &stop, NULL);
    if (thread_count > 0) {
        if (!are_asleep()) report(output, HOST_TRACE_MOVING, &none, 0);
        end_all(output);
    }
    free(threads);
    threads = NULL;
}
