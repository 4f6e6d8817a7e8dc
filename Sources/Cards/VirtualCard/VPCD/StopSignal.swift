#if canImport(Glibc)
    import Glibc
#endif

/// A flag that one thread raises and that wakes another from poll(2).
struct StopSignal: ~Copyable, Sendable {
    /// The end that becomes readable when the flag is raised.
    let descriptor: Int32
    private let raising: Int32

    init() throws(VirtualCardError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw VirtualCardError(.inputOutput, systemError: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        raising = ends[1]
    }

    /// Raises the flag; it stays raised.
    func raise() {
        var octet: UInt8 = 0
        _ = unsafe write(raising, &octet, 1)
    }

    /// Whether the flag is raised.
    var isRaised: Bool { wait(milliseconds: 0) }

    /// Waits until the flag is raised or the time is up; tells whether it is raised.
    @discardableResult
    func wait(milliseconds: Int32) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return unsafe poll(&descriptors, 1, milliseconds) > 0
    }

    deinit {
        close(descriptor)
        close(raising)
    }
}
