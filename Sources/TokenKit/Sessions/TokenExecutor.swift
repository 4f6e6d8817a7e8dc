internal import PCSC
internal import Synchronization

/// A thread of its own that runs the jobs of one actor, one after the other.
///
/// Calls of PKCS #11 block for as long as a token takes. On the pool of threads that Swift runs tasks with they would
/// hold up everything else; here they hold up the actor they belong to. The thread takes no signals and ends when the
/// executor is let go of.
public final class TokenExecutor: SerialExecutor {
    private let queue: JobQueue

    /// Starts the thread.
    ///
    /// - Throws: ``TokenError/Code/threadUnavailable`` if the system gives none.
    public init() throws(TokenError) {
        let queue = JobQueue()
        self.queue = queue
        // The thread must not keep the executor alive. Whoever has a job here is an actor that holds it.
        let executor = unsafe UnownedSerialExecutor(ordinary: self)
        let isStarted = OwnThread.start {
            while let job = queue.next() { unsafe job.runSynchronously(on: executor) }
        }
        guard isStarted else { throw TokenError(.threadUnavailable) }
    }

    deinit { queue.close() }

    /// Takes a job to be run on the thread.
    public func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }

    /// The executor as the run-time refers to it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}

/// The jobs of an executor that have not been run, in the order in which they came.
private final class JobQueue: Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let semaphore = Semaphore()

    func append(_ job: UnownedJob) {
        state.withLock { $0.jobs.append(job) }
        semaphore.signal()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        semaphore.signal()
    }

    /// Waits for the next job; nil once the queue is closed and empty.
    func next() -> UnownedJob? {
        semaphore.wait()
        // One count for each job and one for the end: an empty queue here is a closed one.
        return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }
}
