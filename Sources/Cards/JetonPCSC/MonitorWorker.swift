import JetonThreads
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The thread behind one iteration of a ``ReaderMonitor``.
final class MonitorWorker: Sendable {
    private struct Progress {
        var isStopRequested = false
        var isFinished = true
        var canceller: Canceller?
    }

    /// The longest wait without reading the list of readers again.
    private static let longWaitMilliseconds: UInt32 = 60_000
    /// The wait after a change of the list, in which pcsc-lite may have missed another.
    private static let shortWaitMilliseconds: UInt32 = 250
    private static let firstRetryMilliseconds: Int32 = 100
    private static let lastRetryMilliseconds: Int32 = 5_000

    private let library: PCSCLibrary
    private let continuation: AsyncStream<ReaderEvent>.Continuation
    private let progress = Mutex(Progress())
    // A pipe that becomes readable once stopping was asked for, so that the pause between two tries ends at once.
    // Without descriptors left both ends are -1, which poll and write leave alone.
    private let stopReader: Int32
    private let stopWriter: Int32

    init(library: PCSCLibrary, continuation: AsyncStream<ReaderEvent>.Continuation) {
        self.library = library
        self.continuation = continuation
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (stopReader, stopWriter) = (ends[0], ends[1])
    }

    deinit {
        _ = close(stopReader)
        _ = close(stopWriter)
    }

    /// Starts the thread; if the system refuses one, the iteration says so and ends.
    func start() {
        progress.withLock { $0.isFinished = false }
        let isStarted = OwnThread.start { [self] in
            run()
            progress.withLock { $0.isFinished = true }
            continuation.finish()
        }
        if isStarted { return }
        progress.withLock { $0.isFinished = true }
        continuation.yield(.serviceUnavailable(PCSCError(.threadUnavailable, in: .startThread)))
        continuation.finish()
    }

    /// Makes the thread end soon; may be called from anywhere and more than once, and does not block.
    func stop() {
        let isFirst = progress.withLock { progress in
            defer { progress.isStopRequested = true }
            return !progress.isStopRequested && !progress.isFinished
        }
        guard isFirst else { return }
        var octet: UInt8 = 0
        _ = unsafe write(stopWriter, &octet, 1)
        // A cancellation that comes just before the wait begins is lost, so it is repeated, and each asks the
        // service, which may take its time: this is a thread's work too. Without one, the wait ends by itself.
        _ = OwnThread.start { [self] in
            while let canceller = progress.withLock({ $0.isFinished ? nil : $0.canceller }) {
                try? canceller.cancel()
                usleep(10_000)
            }
        }
    }

    private var isStopRequested: Bool { progress.withLock(\.isStopRequested) }

    /// Serves one connection to the service after the other until stopping is asked for.
    private func run() {
        var retryMilliseconds = Self.firstRetryMilliseconds
        var reported: PCSCError?
        while !isStopRequested {
            var tracker = ReaderTracker()
            var wasAvailable = false
            do throws(PCSCError) {
                try serve(&tracker, &wasAvailable)
            } catch {
                if isStopRequested { return }
                report(tracker.removeAll())
                if wasAvailable { retryMilliseconds = Self.firstRetryMilliseconds }
                if wasAvailable || error != reported { report([.serviceUnavailable(error)]) }
                reported = error
                pause(retryMilliseconds)
                retryMilliseconds = min(retryMilliseconds * 2, Self.lastRetryMilliseconds)
            }
        }
    }

    /// Reports what happens on one connection, until it breaks or stopping is asked for.
    private func serve(_ tracker: inout ReaderTracker, _ wasAvailable: inout Bool) throws(PCSCError) {
        let context = try Context(library: library)
        let canceller = context.canceller
        progress.withLock { $0.canceller = canceller }
        defer { progress.withLock { $0.canceller = nil } }
        wasAvailable = true
        report([.serviceAvailable])
        var notification = ReaderState.newReaders()
        var waitMilliseconds = Self.shortWaitMilliseconds
        var isListCurrent = false
        while !isStopRequested {
            if !isListCurrent {
                let before = tracker.states.map(\.reader)
                let names = try context.readers()
                report(tracker.replaceReaders(names))
                waitMilliseconds = names == before ? Self.longWaitMilliseconds : Self.shortWaitMilliseconds
                isListCurrent = true
            }
            do throws(PCSCError) {
                let states = try context.waitForChange(
                    from: tracker.states + [notification],
                    timeoutMilliseconds: waitMilliseconds
                )
                if let state = states.last {
                    notification = state
                    isListCurrent = !state.flags.contains(.changed)
                }
                report(tracker.update(states.dropLast()))
            } catch {
                switch error.code {
                case .timeout, .unknownReader, .readerUnavailable: isListCurrent = false
                case .canceled where isStopRequested: return
                default: throw error
                }
            }
        }
    }

    private func report(_ events: [ReaderEvent]) {
        for event in events { continuation.yield(event) }
    }

    /// Waits, or returns at once when stopping is asked for.
    private func pause(_ milliseconds: Int32) {
        var descriptor = pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&descriptor, 1, milliseconds)
    }
}
