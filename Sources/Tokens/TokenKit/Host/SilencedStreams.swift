internal import Glibc

/// The standard streams of a process while a module runs: what the module prints is not this program's output.
struct SilencedStreams {
    private let input: Int32
    private let output: Int32
    private let errors: Int32

    /// Turns the three streams to nowhere.
    init() {
        // Past the standard numbers, and closed in programs that the module starts.
        input = fcntl(0, F_DUPFD_CLOEXEC, 3)
        output = fcntl(1, F_DUPFD_CLOEXEC, 3)
        errors = fcntl(2, F_DUPFD_CLOEXEC, 3)
        let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        for standard in 0...2 as ClosedRange<Int32> { dup2(nowhere, standard) }
        if nowhere > 2 { close(nowhere) }
    }

    /// Turns them back; one that was closed stays so.
    func restore() {
        SilencedStreams.restore(0, from: input)
        SilencedStreams.restore(1, from: output)
        SilencedStreams.restore(2, from: errors)
    }

    private static func restore(_ standard: Int32, from kept: Int32) {
        guard kept >= 0 else {
            close(standard)
            return
        }
        dup2(kept, standard)
        close(kept)
    }
}
