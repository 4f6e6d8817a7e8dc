import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// Waiting for a file descriptor.
enum Descriptor {
    /// Waits until one of the events, or an error that the next call will report.
    ///
    /// - Throws: ``NetworkError/Code/timedOut`` with the activity.
    static func wait(
        _ descriptor: Int32,
        for events: Int16,
        by deadline: Deadline,
        _ activity: @autoclosure () -> String
    ) throws(NetworkError) {
        while true {
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let milliseconds = deadline.milliseconds
            let ready = unsafe poll(&entry, 1, milliseconds)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw NetworkError(.unreachable, "poll failed: errno \(errno)") }
            if ready == 0, milliseconds == 0 || deadline.milliseconds == 0 {
                throw NetworkError(.timedOut, activity())
            }
        }
    }

    /// Waits for nothing.
    static func sleep(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    /// The system's words for an error number.
    static func words(_ number: Int32) -> String { SystemMessage.text(number) }
}
