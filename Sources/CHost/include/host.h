// What a supervising process needs and Swift can't call or must not do in a forked child.

#ifndef JETON_HOST_H
#define JETON_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Number of threads of this process, from /proc/self/task; -1 if it can't be told.
int host_thread_count(void);

// fork(2), which Swift does not import. The child is killed when its parent dies; it has the parent's signal
// handlers set back to the default. Safe only while the process has one thread: see host_thread_count.
pid_t host_fork(void);

// A page-aligned block shared with children forked from now on; NULL without memory.
void *host_shared_block(size_t size);

// A pipe that programs started later do not inherit: ends[0] to read, ends[1] to write. Returns 0 or -1.
int host_pipe(int ends[2]);

// Waits for a child, or until the time is up.
// Returns 1 and the wait status if it ended, 0 if the time is up, -1 if there is no such child.
int host_wait(pid_t child, int timeout_milliseconds, int *status);

// Forwards SIGTERM and SIGHUP to `child` and ignores SIGINT and SIGQUIT, which a terminal sends to both, until
// called with 0.
void host_forward_signals(pid_t child);

// The signal that ended a child, by its wait status; 0 if it exited.
int host_signal_of(int status);

// The exit code of a child that exited, by its wait status.
int host_exit_code_of(int status);

// Keeps this process out of core files and away from other processes' debuggers: RLIMIT_CORE 0, not dumpable.
void host_forbid_core(void);

#endif
