import JetonNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// Waiting for several sockets.
enum RelayWait {
    /// Waits for the events of one of some descriptors; one with no events, or below 0, does not count.
    ///
    /// - Returns: False if the time is up, also where one of them is ready: what comes without a pause may be of no use.
    static func wait(_ sockets: [(descriptor: Int32, events: Int16)], by deadline: Deadline) -> Bool {
        var entries = sockets.map { pollfd(fd: $0.events == 0 ? -1 : $0.descriptor, events: $0.events, revents: 0) }
        while true {
            let milliseconds = deadline.milliseconds
            guard milliseconds > 0 else { return false }
            let ready = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { return false }
        }
    }
}
