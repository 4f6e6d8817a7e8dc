#if canImport(Glibc)
    import Glibc
#endif

/// A value that threads share, and whose changes they wait for.
@safe
package final class SharedState<Value: Sendable>: @unchecked Sendable {
    // Proof for @unchecked Sendable: the pointers are set in the initializer and freed by deinit, after the last use;
    // the value is read and changed only while the mutex is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    /// Makes a state with its first value.
    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        // Neither fails with default attributes on Linux.
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the value and wakes those that wait for it.
    package func change(_ body: (inout Value) -> Void) {
        unsafe pthread_mutex_lock(mutex)
        body(&value)
        unsafe pthread_cond_broadcast(changed)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits for a value of which a condition holds.
    ///
    /// - Returns: The value.
    package func wait(until condition: (Value) -> Bool) -> Value {
        unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        while !condition(value) { unsafe pthread_cond_wait(changed, mutex) }
        return value
    }
}
