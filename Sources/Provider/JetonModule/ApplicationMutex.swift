import CCryptoki

/// A caller's mutex, for callers that allow no other locks (C_Initialize with mutex functions and without
/// CKF_OS_LOCKING_OK): it is held during each call.
@safe
struct ApplicationMutex: @unchecked Sendable {
    // Proof for @unchecked Sendable: the pointers are set in the initializer and never change; the caller promises that
    // any thread may call the functions with the mutex that its own function made.
    private let lockMutex: CK_LOCKMUTEX
    private let unlockMutex: CK_UNLOCKMUTEX
    private let mutex: CK_VOID_PTR?

    /// Has the caller make a mutex; nil if it fails.
    init?(_ arguments: CK_C_INITIALIZE_ARGS) {
        guard let create = unsafe arguments.CreateMutex, let lock = unsafe arguments.LockMutex,
            let unlock = unsafe arguments.UnlockMutex
        else { return nil }
        var made: CK_VOID_PTR?
        guard unsafe create(&made) == CKR_OK else { return nil }
        unsafe mutex = made
        unsafe lockMutex = unsafe lock
        unsafe unlockMutex = unsafe unlock
    }

    /// Locks it.
    func lock() -> Bool { unsafe lockMutex(mutex) == CKR_OK }

    /// Gives it back.
    func unlock() { _ = unsafe unlockMutex(mutex) }
}
