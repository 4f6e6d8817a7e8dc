// What a supervising process needs and Swift can't call or must not do in a forked child. A function that can fail
// returns 0, or -1 and errno; one that makes a process or counts something returns its number, or -1.

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

// Sets the handlers of signals that end, interrupt or report crashes back to the default. SIGPIPE does nothing: a reader
// of the output that goes away is an error of writing, and no crash of a module. Unlike an ignored signal, this one is
// as it should be again in a program that is executed.
void host_restore_signals(void);

// A page-aligned block shared with children forked from now on; NULL without memory.
void *host_shared_block(size_t size);

// A file in memory of `size` zeros, which neither grows nor shrinks and which programs started later do not inherit, so
// that no process that has it can make another's look at it fail. Returns a descriptor, or -1 and errno.
int host_sealed_memory(size_t size);

// Maps such a file, shared with all that have it; NULL and errno if it can't be.
void *host_map_memory(int descriptor, size_t size);

// Ends a mapping of host_map_memory.
void host_unmap_memory(void *block, size_t size);

// A pipe that programs started later do not inherit: ends[0] to read, ends[1] to write. Returns 0, or -1 and errno.
int host_pipe(int ends[2]);

// Waits until a child ends and gives its wait status. Returns -1 and errno: ETIMEDOUT if the time is up first, ECHILD for
// a process that is not a child.
int host_wait(pid_t child, int timeout_milliseconds, int *status);

// Forwards SIGINT, SIGQUIT, SIGTERM and SIGHUP to `child`, until called with 0. A terminal sends the first two to both,
// other programs to this process only. A signal that is ignored stays ignored.
void host_forward_signals(pid_t child);

// Whether this process adopts the descendants whose parents end, from now on. Returns whether it did before, or -1.
int host_adopt(int adopts);

// The children of this process, at most `places`. Returns their number, or -1 and errno.
int host_children(pid_t *children, int places);

// Whether a child has ended and is still to be waited for.
int host_has_ended(pid_t child);

// The signal that ended a child, by its wait status; 0 if it exited.
int host_signal_of(int status);

// The exit code of a child that exited, by its wait status.
int host_exit_code_of(int status);

// Keeps this process out of core files and away from other processes' debuggers: RLIMIT_CORE 0, not dumpable.
void host_forbid_core(void);

// Limits the memory that this process may write to and shares with no other; a lower limit stays.
void host_limit_memory(size_t bytes);

// What host_trace writes: a header, then `length` bytes of text.
typedef struct host_trace_record {
    uint8_t kind;  // HOST_TRACE_…
    uint8_t call;  // HOST_CALL_…, 0 where it does not apply
    uint16_t length;
    int32_t process;
    int64_t result;  // what the call returned, or minus errno; of an end the wait status
    int32_t detail;  // the flags of an opened file; the descriptor of other calls
    int32_t other;   // not used
} host_trace_record;

// The text is a path, or the address of a socket.
#define HOST_TRACE_CALL 1
// The text is what was written to the standard output (detail 1) or the standard error (2).
#define HOST_TRACE_OUTPUT 2
// A process ended.
#define HOST_TRACE_END 3
// The time was up in the middle of a call.
#define HOST_TRACE_BLOCKED 4
// The program could not be started or observed; `result` is minus errno.
#define HOST_TRACE_NONE 5
// The time was up while a process was running or ready to run.
#define HOST_TRACE_MOVING 6

#define HOST_CALL_OPEN    1
#define HOST_CALL_LOOK    2
#define HOST_CALL_EXECUTE 3
#define HOST_CALL_CONNECT 4
#define HOST_CALL_BIND    5
#define HOST_CALL_MAP     6
#define HOST_CALL_WRITE   7
#define HOST_CALL_CHANGE  8
#define HOST_CALL_READ    9
#define HOST_CALL_FORK    10
#define HOST_CALL_SOCKET  11
#define HOST_CALL_WAIT    12
// A call without a path that was refused; the text is its name.
#define HOST_CALL_OTHER 13

// Makes all threads share one heap; by default glibc gives several threads separate ones. For long-running processes with
// few busy threads. Call it before the second thread starts.
void host_keep_one_heap(void);

// Releases memory that only the start needed: unmodified pages of the program and its libraries, which the kernel reads
// again on the next use, and free parts of the heap. For long-running processes.
void host_release_memory(void);

// Runs a program, observes which files and sockets it and its children use, and writes records to `output`. The
// program is looked for in PATH; it has this process's environment and standard streams. All that it started is killed
// half a second after its end, when the time is up, or when all has slept for `quiet_milliseconds` without a call, unless
// that is 0. For a process with one thread and no other children.
void host_trace(char *const arguments[], int output, int timeout_milliseconds, int quiet_milliseconds);

#endif
