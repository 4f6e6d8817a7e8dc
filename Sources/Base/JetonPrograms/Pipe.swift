internal import Glibc
internal import JetonOctets

/// A pipe to or from a program, whose ends no other program inherits.
struct Pipe: ~Copyable {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    /// Makes a pipe.
    ///
    /// - Parameter program: The program that it is for, which the error names.
    /// - Throws: ``ProgramError/Code/start``.
    init(_ program: String) throws(ProgramError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw ProgramError(.start, program, number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    mutating func closeReader() { Pipe.close(&reader) }

    mutating func closeWriter() { Pipe.close(&writer) }

    /// Writes as much as the pipe takes; a reader that is gone is the error EPIPE, and no signal.
    ///
    /// - Returns: The number of bytes written; -1, and errno, if none can be.
    borrowing func write(_ octets: Span<UInt8>) -> Int {
        var signal = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&signal)
        unsafe sigaddset(&signal, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signal, &before)
        let written = unsafe octets.withUnsafeBytes { unsafe Glibc.write(writer, $0.baseAddress, $0.count) }
        let number = errno
        var none = timespec()
        if written < 0, number == EPIPE { unsafe sigtimedwait(&signal, nil, &none) }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = number
        return written
    }

    private static func close(_ descriptor: inout Int32) {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    deinit {
        if reader >= 0 { _ = Glibc.close(reader) }
        if writer >= 0 { _ = Glibc.close(writer) }
    }
}
