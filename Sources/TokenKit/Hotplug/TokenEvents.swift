public import Cryptoki
public import PCSC

/// What happens to the tokens of some modules, as a sequence of events.
///
/// Each iteration begins with the tokens that are there. It learns of changes in three ways, the best one that there
/// is: the PC/SC service reports readers and cards at once (if a monitor is given and the service runs); the module
/// says, when asked without waiting, that a slot has changed (C_WaitForSlotEvent with `CKF_DONT_BLOCK`); and the slots
/// and tokens are compared with those of the last time, ever more seldom while nothing happens.
///
/// Each module has a thread of its own, so that a slow one holds up no other. No blocking wait is ever begun inside a
/// module. A module that blocks although it was asked not to keeps the thread that asked, is not asked again, and is
/// watched by comparing.
///
/// The iteration ends when its task is cancelled or its last iterator is let go of; a thread that is inside a module
/// then ends as soon as the module returns.
///
/// ```swift
/// for await event in TokenEvents(modules: [module], readers: ReaderMonitor(library: try PCSCLibrary())) {
///     await pool.note(event)
/// }
/// ```
public struct TokenEvents: AsyncSequence, Sendable {
    /// The events of one iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var events: AsyncStream<TokenEvent>.AsyncIterator

        fileprivate init(modules: [Module], readers: ReaderMonitor?, pace: WatchPace) {
            let (stream, continuation) = AsyncStream.makeStream(of: TokenEvent.self)
            let watchers = modules.map { module in
                SlotWatcher(module: module, pace: pace) { continuation.yield($0) }
            }
            let readerTask = readers.map { monitor in
                Task.detached { await TokenEvents.follow(monitor, watchers, continuation) }
            }
            // Called when the iterating task is cancelled, and when the last copy of the iterator is gone.
            continuation.onTermination = { _ in
                readerTask?.cancel()
                for watcher in watchers { watcher.stop() }
            }
            for watcher in watchers { watcher.start() }
            events = stream.makeAsyncIterator()
        }

        /// Waits for the next event; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> TokenEvent? {
            await events.next(isolation: actor)
        }
    }

    private let modules: [Module]
    private let readers: ReaderMonitor?
    private let pace: WatchPace

    /// Makes a sequence; nothing happens before its first iteration.
    ///
    /// - Parameters:
    ///   - modules: The modules to watch; kept initialised for as long as they are watched.
    ///   - readers: What reports the PC/SC readers; nil if the modules' tokens are not reached by PC/SC.
    public init(modules: [Module], readers: ReaderMonitor? = nil) {
        self.init(modules: modules, readers: readers, pace: WatchPace())
    }

    init(modules: [Module], readers: ReaderMonitor? = nil, pace: WatchPace) {
        self.modules = modules
        self.readers = readers
        self.pace = pace
    }

    /// Begins an iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(modules: modules, readers: readers, pace: pace)
    }

    /// Passes on what the readers report, and makes the modules be looked at.
    private static func follow(
        _ monitor: ReaderMonitor,
        _ watchers: [SlotWatcher],
        _ continuation: AsyncStream<TokenEvent>.Continuation
    ) async {
        for await event in monitor {
            continuation.yield(.reader(event))
            for watcher in watchers { watcher.note(event) }
        }
    }
}
