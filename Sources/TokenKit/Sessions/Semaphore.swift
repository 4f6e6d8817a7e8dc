internal import Glibc

/// A counting semaphore, for a thread of our own to wait on; tasks never wait on one.
///
/// Its waits with a limit go by the monotonic clock, which POSIX's own semaphores can't.
@safe
final class Semaphore: Sendable {
    @unsafe
    private struct Storage {
        var mutex = unsafe pthread_mutex_t()
        var condition = pthread_cond_t()
        var count = 0
    }

    // Sendable: the count is touched only under the mutex; the storage is freed when nobody refers to it any more.
    private nonisolated(unsafe) let storage: UnsafeMutablePointer<Storage>

    init() {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: unsafe Storage())
        // None of these fails with these arguments.
        _ = unsafe pthread_mutex_init(&storage.pointee.mutex, nil)
        var attributes = pthread_condattr_t()
        _ = unsafe pthread_condattr_init(&attributes)
        _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        _ = unsafe pthread_cond_init(&storage.pointee.condition, &attributes)
        _ = unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        _ = unsafe pthread_cond_destroy(&storage.pointee.condition)
        _ = unsafe pthread_mutex_destroy(&storage.pointee.mutex)
        unsafe storage.deallocate()
    }

    /// Adds one to the count and wakes one waiter.
    func signal() {
        _ = unsafe pthread_mutex_lock(&storage.pointee.mutex)
        unsafe storage.pointee.count += 1
        _ = unsafe pthread_cond_signal(&storage.pointee.condition)
        _ = unsafe pthread_mutex_unlock(&storage.pointee.mutex)
    }

    /// Waits until the count is above 0, and takes one away.
    func wait() {
        _ = unsafe pthread_mutex_lock(&storage.pointee.mutex)
        while unsafe storage.pointee.count == 0 {
            _ = unsafe pthread_cond_wait(&storage.pointee.condition, &storage.pointee.mutex)
        }
        unsafe storage.pointee.count -= 1
        _ = unsafe pthread_mutex_unlock(&storage.pointee.mutex)
    }

    /// Waits for at most so many milliseconds.
    ///
    /// - Returns: Whether the count was above 0 and one was taken away.
    func wait(milliseconds: Int) -> Bool {
        var deadline = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + (milliseconds % 1_000) * 1_000_000
        deadline.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        _ = unsafe pthread_mutex_lock(&storage.pointee.mutex)
        defer { _ = unsafe pthread_mutex_unlock(&storage.pointee.mutex) }
        while unsafe storage.pointee.count == 0 {
            let result = unsafe pthread_cond_timedwait(
                &storage.pointee.condition,
                &storage.pointee.mutex,
                &deadline
            )
            if result == ETIMEDOUT, unsafe storage.pointee.count == 0 { return false }
        }
        unsafe storage.pointee.count -= 1
        return true
    }
}
