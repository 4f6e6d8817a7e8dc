/// The readers and cards of a machine as a sequence of events.
///
/// Each iteration has a thread and a context of its own and begins with what is there: ``ReaderEvent/serviceAvailable``,
/// the readers, the cards in them. It outlives the service: when pcscd stops, the readers are reported as removed,
/// and a new connection is tried after 0.1 seconds, then after twice as long each time, up to 5 seconds.
///
/// Nothing is polled: the service reports the readers that change, and through its pseudo-reader the list itself.
/// Since pcsc-lite before 2.3.0 misses a reader that is added between listing and waiting, the list is read again
/// after each minute without an event, and a quarter of a second after each change of the list.
///
/// The iteration ends when its task is canceled or the iterator is dropped; the thread ends soon after.
///
/// ```swift
/// for await event in ReaderMonitor(library: try PCSCLibrary()) { print(event) }
/// ```
public struct ReaderMonitor: AsyncSequence, Sendable {
    /// The events of one iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var events: AsyncStream<ReaderEvent>.AsyncIterator
        // Stops the worker when the last copy of the iterator is gone.
        private let owner: MonitorOwner

        fileprivate init(library: PCSCLibrary) {
            let (stream, continuation) = AsyncStream.makeStream(of: ReaderEvent.self)
            let worker = MonitorWorker(library: library, continuation: continuation)
            continuation.onTermination = { _ in worker.stop() }
            events = stream.makeAsyncIterator()
            owner = MonitorOwner(worker: worker)
            worker.start()
        }

        /// Waits for the next event; nil once the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ReaderEvent? {
            await events.next(isolation: actor)
        }
    }

    private let library: PCSCLibrary

    /// Makes a monitor; nothing happens before its first iteration.
    public init(library: PCSCLibrary) { self.library = library }

    /// Begins an iteration.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(library: library) }
}

/// Ties a worker's life to that of an iterator, which is a value.
private final class MonitorOwner: Sendable {
    private let worker: MonitorWorker

    init(worker: MonitorWorker) { self.worker = worker }

    deinit { worker.stop() }
}
