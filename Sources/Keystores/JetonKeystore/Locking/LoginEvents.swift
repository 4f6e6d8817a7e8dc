import CJetonSystem
public import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// What the login manager (systemd-logind) tells of the user's sessions and of the machine, over D-Bus.
///
/// Waiting costs no wake-ups. Sleep is held back from the moment the value is made until ``allowSleep()``, as long as the
/// login manager permits (5 seconds by default). Used by one thread at a time.
@safe
public struct LoginEvents: ~Copyable {
    /// An event after which a keystore may be locked.
    public enum Event: String, Sendable {
        /// A session of the user was locked.
        case lock
        /// The machine is about to sleep.
        case sleep
        /// A session of the user became idle: the time is set in the desktop.
        case idle
    }

    private let events: OpaquePointer

    /// Connects to the system bus.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` without libsystemd, the bus or a login manager on it.
    public init() throws(KeystoreError) {
        var opened: OpaquePointer?
        let result = unsafe login_events_open(&opened)
        guard result == 0, let opened = unsafe opened else {
            let reason =
                result == -ENOSYS
                ? "libsystemd.so.0 is not installed"
                : "the login manager does not answer on the system bus: \(SystemMessage.text(-result))"
            throw KeystoreError(
                .unimplemented,
                reason,
                hint: "without systemd-logind, have the screen locker run `jeton keystore lock`"
            )
        }
        unsafe events = opened
    }

    /// Waits for the next event.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the connection ends.
    public mutating func next() throws(KeystoreError) -> Event {
        while true {
            switch unsafe login_events_wait(events) {
            case Int32(LOGIN_EVENT_LOCK): return .lock
            case Int32(LOGIN_EVENT_SLEEP): return .sleep
            case Int32(LOGIN_EVENT_IDLE): return .idle
            case Int32(LOGIN_EVENT_WAKE): continue
            case let result:
                let reason = SystemMessage.text(-result)
                throw KeystoreError(.inputOutput, "the connection to the login manager ended: \(reason)")
            }
        }
    }

    /// Lets the machine sleep, once what has to be done before is done; sleep is held back again after the wake-up.
    public mutating func allowSleep() { unsafe login_events_release_sleep(events) }

    deinit { unsafe login_events_close(events) }
}
