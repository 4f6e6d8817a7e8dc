public import JetonOctets

/// A place for one activation password on a card, with the counters that keep it from being guessed.
///
/// Every try is paid for before anything is computed with it: ``spendTry(at:)`` is saved first.
///
/// - SeeAlso: RFC 8133, 4 (the counters C1, C2 and C3).
public struct PasswordSlot: Sendable {
    /// Wrong passwords in a row before the card wants to be left alone.
    public static let maximumFailuresInARow: UInt8 = 5
    /// Wrong passwords in the password's life.
    public static let maximumFailures: UInt8 = 10
    /// Tries in the password's life, right or wrong.
    public static let maximumRuns: UInt16 = 10_000
    /// How long the first wait is, in seconds; each further one is twice as long.
    static let firstWait: UInt64 = 60

    /// What a try needs before it may begin.
    enum Readiness: Hashable {
        case ready
        case empty
        case blocked
        case wait(seconds: UInt64)
    }

    /// The password's suite; nil for a slot that never had one.
    public var suite: ChannelSuite?
    /// Whether the password has paired a program, and is gone.
    public var isUsed: Bool
    /// Wrong passwords that are still allowed before the next wait (C1).
    public var failuresLeftInARow: UInt8
    /// Wrong passwords that are still allowed (C2).
    public var failuresLeft: UInt8
    /// Tries that are still allowed (C3).
    public var runsLeft: UInt16
    /// How many waits there were since the last right password.
    public var waits: UInt8
    /// When the wait ends, in seconds since 1970.
    public var waitEnds: UInt64
    /// 16 octets, not secret.
    public var salt: [UInt8]
    /// What is kept of the password, as long as the suite says; nil without a password.
    public var verifier: SharedSecret?

    /// Makes a slot without a password.
    public init() {
        isUsed = false
        failuresLeftInARow = Self.maximumFailuresInARow
        failuresLeft = Self.maximumFailures
        runsLeft = Self.maximumRuns
        waits = 0
        waitEnds = 0
        salt = []
    }

    /// The state that the card tells.
    public var state: ChannelInformation.SlotState {
        guard suite != nil else { return .empty }
        if isUsed { return .used }
        return failuresLeft == 0 || runsLeft == 0 ? .blocked : .unused
    }

    /// Tries left, as the card tells before a pairing.
    var triesLeft: UInt8 { min(failuresLeftInARow == 0 ? 1 : failuresLeftInARow, failuresLeft) }

    /// Whether a try may begin.
    func readiness(at now: UInt64) -> Readiness {
        switch state {
        case .empty, .used: return .empty
        case .blocked: return .blocked
        case .unused: break
        }
        guard failuresLeftInARow == 0, now < waitEnds else { return .ready }
        // A clock that was put back does not make the wait longer than it was.
        return .wait(seconds: min(waitEnds - now, wait(after: waits &- 1)))
    }

    /// Takes a try away; saved before the try begins.
    mutating func spendTry(at now: UInt64) {
        failuresLeft -= min(failuresLeft, 1)
        runsLeft -= min(runsLeft, 1)
        // After a wait there is one try, whose failure begins the next wait.
        failuresLeftInARow -= min(failuresLeftInARow, 1)
        guard failuresLeftInARow == 0 else { return }
        waitEnds = now &+ wait(after: waits)
        waits = waits &+ 1
    }

    /// Gives the last try back, whose password was right.
    mutating func tryWasRight() {
        failuresLeft += 1
        failuresLeftInARow = Self.maximumFailuresInARow
        waits = 0
        waitEnds = 0
    }

    /// Forgets the password, which has paired a program.
    mutating func use() {
        isUsed = true
        verifier = nil
        salt = []
    }

    private func wait(after waits: UInt8) -> UInt64 { Self.firstWait << UInt64(min(waits, 10)) }
}
