#define _GNU_SOURCE
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int host_thread_count(void) {
    struct stat status;
    // A directory has two links of its own and one for each subdirectory; procfs keeps to that for tasks.
    if (stat("/proc/self/task", &status) != 0 || status.st_nlink < 3) return -1;
    return (int)status.st_nlink - 2;
}

pid_t host_fork(void) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return child;
    host_restore_signals();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(70);  // the parent died before the line above
    return 0;
}

static void do_nothing(int signal_number) { (void)signal_number; }

// What asks a program to end.
static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

// Whoever started the program may have wished a signal to be ignored, as nohup does: it stays so.
static void handle(int signal_number, void (*handler)(int)) {
    if (signal(signal_number, handler) == SIG_IGN) signal(signal_number, SIG_IGN);
}

void host_restore_signals(void) {
    // The crash signals too: Swift's own handlers would start a backtracer, which takes seconds and tells nothing that
    // the call marker does not.
    static const int restored[] = {SIGCHLD, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP};
    for (size_t i = 0; i < sizeof restored / sizeof *restored; i++) signal(restored[i], SIG_DFL);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) handle(endings[i], SIG_DFL);
    signal(SIGPIPE, do_nothing);
}

void *host_shared_block(size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

int host_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static long milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

int host_wait(pid_t child, int timeout_milliseconds, int *status) {
    long end = milliseconds_now() + timeout_milliseconds;
    int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
    int failure = 0;
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child) break;
        long left = end - milliseconds_now();
        if (ended < 0 && errno != EINTR) failure = errno;
        else if (left <= 0) failure = ETIMEDOUT;
        if (failure != 0) break;
        // Without pidfd (kernels before 5.3) the child is looked at every two milliseconds.
        struct pollfd item = {.fd = descriptor, .events = POLLIN};
        poll(&item, descriptor >= 0 ? 1 : 0, descriptor >= 0 ? (int)left : 2);
    }
    if (descriptor >= 0) close(descriptor);
    if (failure == 0) return 0;
    errno = failure;
    return -1;
}

static _Atomic pid_t forwarded;

static void forward(int signal_number) {
    pid_t child = atomic_load(&forwarded);
    if (child > 0) kill(child, signal_number);
}

void host_forward_signals(pid_t child) {
    atomic_store(&forwarded, child);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) handle(endings[i], child > 0 ? forward : SIG_DFL);
}

int host_adopt(int adopts) {
    int before = 0;
    if (prctl(PR_GET_CHILD_SUBREAPER, &before) != 0 || prctl(PR_SET_CHILD_SUBREAPER, adopts != 0) != 0) return -1;
    return before != 0;
}

int host_children(pid_t *children, int places) {
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL) return -1;
    int count = 0;
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        char path[300];
        snprintf(path, sizeof path, "/proc/self/task/%s/children", task->d_name);
        FILE *file = task->d_name[0] == '.' ? NULL : fopen(path, "re");
        if (file == NULL) continue;
        while (count < places && fscanf(file, "%d", &children[count]) == 1) count++;
        fclose(file);
    }
    closedir(tasks);
    return count;
}

int host_has_ended(pid_t child) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

int host_signal_of(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int host_exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

void host_forbid_core(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
}
