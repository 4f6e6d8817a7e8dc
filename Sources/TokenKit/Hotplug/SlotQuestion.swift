internal import Cryptoki
internal import PCSC
internal import Synchronization

/// Asks a module whether a slot has changed, on a thread that can be spared.
///
/// The question must not block, and yet some modules do. Then the thread stays inside the module until it returns, and
/// the module is not asked again.
final class SlotQuestion: Sendable {
    private struct State {
        var isAnswered = true
        var isStopRequested = false
        var answer = SlotEvent.none
    }

    private let module: Module
    private let state = Mutex(State())
    private let asked = Semaphore()
    private let answered = Semaphore()

    init(module: Module) {
        self.module = module
        let isStarted = OwnThread.start { [self] in run() }
        if !isStarted { state.withLock { $0.isAnswered = false } }
    }

    /// Whether the module answers such questions.
    var isAnswered: Bool { state.withLock(\.isAnswered) }

    /// Asks once.
    ///
    /// - Parameter patience: How long to wait for the answer, in milliseconds.
    func ask(patience: Int) -> SlotEvent {
        guard isAnswered else { return .unsupported }
        asked.signal()
        let isInTime = answered.wait(milliseconds: patience)
        return state.withLock { state in
            if !isInTime { state.answer = .unsupported }
            if state.answer == .unsupported { state.isAnswered = false }
            return state.answer
        }
    }

    /// Makes the thread end, once it is out of the module.
    func stop() {
        state.withLock { $0.isStopRequested = true }
        asked.signal()
    }

    private func run() {
        while true {
            asked.wait()
            if state.withLock(\.isStopRequested) { return }
            // Whatever goes wrong here goes wrong when the slots are looked at too, and is reported then.
            let answer = (try? module.pollSlotEvent()) ?? .unsupported
            state.withLock { $0.answer = answer }
            answered.signal()
        }
    }
}
