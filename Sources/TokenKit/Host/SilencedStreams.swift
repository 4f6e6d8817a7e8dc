internal import Glibc

/// The standard streams of a process while a module runs: what the module prints is not this program's output.
struct SilencedStreams {
    private let kept: [Int32]

    /// Turns the three streams to nowhere.
    init() {
        // Past the standard numbers, and closed in programs that the module starts.
        kept = (0...2 as ClosedRange<Int32>).map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        for standard in 0...2 as ClosedRange<Int32> { dup2(nowhere, standard) }
        if nowhere > 2 { close(nowhere) }
    }

    /// Turns them back; one that was closed stays so.
    func restore() {
        for (standard, descriptor) in zip(0...2 as ClosedRange<Int32>, kept) {
            if descriptor >= 0 {
                dup2(descriptor, standard)
                close(descriptor)
            } else {
                close(standard)
            }
        }
    }
}
