import Glibc
import JetonKeystoreBase
import JetonOctets
import UserFiles

/// Waits until something gets a new name in one of several directories.
///
/// Belongs to one thread, save ``stop()``.
///
/// - SeeAlso: inotify(7).
final class DirectoryWatch: Sendable {
    private let notifier: Int32
    private let stopReader: Int32
    private let stopWriter: Int32

    /// What happened.
    enum Event {
        /// A file or directory of this name came to be in the directory with this number.
        case appeared(number: Int32, name: String)
        /// The kernel has lost count: anything may have happened.
        case overflow
    }

    init() throws(KeystoreError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw DirectoryWatch.failure("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopReader = ends[0]
        stopWriter = ends[1]
        notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if notifier < 0 {
            let error = DirectoryWatch.failure("inotify_init1")
            close(stopReader)
            close(stopWriter)
            throw error
        }
    }

    deinit {
        close(notifier)
        close(stopReader)
        close(stopWriter)
    }

    /// Watches a directory too; nil if there is none.
    ///
    /// - Returns: The number that its events have.
    func add(_ path: String) throws(KeystoreError) -> Int32? {
        let events = UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ONLYDIR)
        let number = unsafe inotify_add_watch(notifier, path, events)
        if number >= 0 { return number }
        if errno == ENOENT { return nil }
        throw DirectoryWatch.failure("inotify_add_watch")
    }

    /// Ends the waiting, from any thread.
    func stop() {
        var octet: UInt8 = 0
        _ = unsafe write(stopWriter, &octet, 1)
    }

    /// Waits for events.
    ///
    /// - Parameter milliseconds: How long at most; -1 to wait forever.
    /// - Returns: What happened, nothing if the time is over, nil after ``stop()``.
    func wait(milliseconds: Int32) -> [Event]? {
        var waiting = [
            pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
        ]
        // A signal is as good as time that is over.
        guard unsafe poll(&waiting, 2, milliseconds) >= 0 else { return errno == EINTR ? [] : nil }
        if waiting[0].revents != 0 { return nil }
        return waiting[1].revents == 0 ? [] : read()
    }

    /// The events that wait.
    private func read() -> [Event] {
        var octets = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe octets.withUnsafeMutableBytes { unsafe Glibc.read(notifier, $0.baseAddress, $0.count) }
        return DirectoryEvent.read(octets.prefix(max(0, count))).compactMap { event in
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .overflow }
            guard event.mask & (UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)) != 0 else { return nil }
            return .appeared(number: event.watch, name: event.name)
        }
    }

    private static func failure(_ function: String) -> KeystoreError {
        let words = SystemMessage.text(errno)
        return KeystoreError(
            .unimplemented,
            "changes cannot be watched: \(function): \(words)",
            hint: "raise fs.inotify.max_user_instances or max_user_watches with sysctl"
        )
    }
}
