internal import Cryptoki
internal import PCSC
internal import Synchronization

/// The thread that watches the slots of one module.
final class SlotWatcher: Sendable {
    private struct Wishes {
        var isStopRequested = false
        var isLookRequested = false
        /// Whether the PC/SC service reports changes, so that the module need not be asked.
        var hasReaders = false
    }

    private let module: Module
    private let pace: WatchPace
    private let report: @Sendable (TokenEvent) -> Void
    private let wishes = Mutex(Wishes())
    private let semaphore = Semaphore()

    init(module: Module, pace: WatchPace, report: @escaping @Sendable (TokenEvent) -> Void) {
        self.module = module
        self.pace = pace
        self.report = report
    }

    /// Starts the thread; if the system gives none, that is reported.
    func start() {
        if !OwnThread.start({ [self] in run() }) { report(.moduleFailed(module, TokenError(.threadUnavailable))) }
    }

    /// Makes the thread end soon; does not block.
    func stop() { wish { $0.isStopRequested = true } }

    /// Makes the module be looked at after a reader's event.
    func note(_ event: ReaderEvent) {
        wish { wishes in
            wishes.isLookRequested = true
            switch event {
            case .serviceAvailable: wishes.hasReaders = true
            case .serviceUnavailable: wishes.hasReaders = false
            default: break
            }
        }
    }

    private func wish(_ change: (inout Wishes) -> Void) {
        wishes.withLock { change(&$0) }
        semaphore.signal()
    }

    private enum Cause {
        case stop
        case look
        case touched(SlotID)
    }

    private func run() {
        let question = SlotQuestion(module: module)
        defer { question.stop() }
        var tracker = SlotTracker()
        var failure: CryptokiError?
        var touched: SlotID?
        var pause = pace.firstLook
        while true {
            do throws(CryptokiError) {
                let changes = tracker.update(try module.slotSnapshot(), touched: touched)
                for change in changes { report(event(change)) }
                failure = nil
                if !changes.isEmpty { pause = pace.firstLook }
            } catch {
                if error != failure { report(.moduleFailed(module, error)) }
                failure = error
            }
            touched = nil
            switch wait(pause, question) {
            case .stop: return
            case .look: pause = pace.firstLook
            case .touched(let slot):
                touched = slot
                pause = pace.firstLook
            case nil:
                let last = wishes.withLock(\.hasReaders) ? pace.lastLookWithReaders : pace.lastLook
                pause = min(pause * 2, last)
            }
        }
    }

    /// Waits until it is time for the next look, and asks the module meanwhile.
    ///
    /// - Returns: What ended the wait before its time; nil if nothing did.
    private func wait(_ milliseconds: Int, _ question: SlotQuestion) -> Cause? {
        var left = milliseconds
        while left > 0 {
            let asks = question.isAnswered && !wishes.withLock(\.hasReaders)
            let step = asks ? min(left, pace.question) : left
            let isWoken = semaphore.wait(milliseconds: step)
            let (isStopped, isLookRequested) = wishes.withLock { wishes in
                defer { wishes.isLookRequested = false }
                return (wishes.isStopRequested, wishes.isLookRequested)
            }
            if isStopped { return .stop }
            if isLookRequested { return .look }
            // What woke it was served together with an earlier wish.
            if isWoken { continue }
            left -= step
            if asks, case .changed(let slot) = question.ask(patience: pace.patience) { return .touched(slot) }
        }
        return nil
    }

    private func event(_ change: SlotTracker.Change) -> TokenEvent {
        switch change {
        case .inserted(let slot, let serial): .tokenInserted(Slot(module: module, id: slot), serialNumber: serial)
        case .removed(let slot, let serial): .tokenRemoved(Slot(module: module, id: slot), serialNumber: serial)
        case .changed(let slot, let serial): .tokenChanged(Slot(module: module, id: slot), serialNumber: serial)
        }
    }
}
