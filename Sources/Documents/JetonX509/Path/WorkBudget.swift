#if canImport(Glibc)
    import Glibc
#endif

/// How much work one document may cost a verifier: steps of path building, signature checks, time.
///
/// The writer of a document chooses how many certificates share a name and which keys they have, so without a limit a
/// small file could keep a verifier busy for minutes.
package struct WorkBudget {
    /// How many certificates all searches for one document may look at.
    static let stepLimit = 1000
    /// How many signatures of ordinary keys one document may have checked.
    package static let signatureLimit = 512
    /// How much of the processor's time one document may take, in nanoseconds: one second.
    static let timeLimit: Int64 = 1_000_000_000

    private var steps = WorkBudget.stepLimit
    /// How many checks by ordinary keys are left.
    private(set) var signatures: Int
    private let end: Int64

    /// Makes a budget that begins now.
    ///
    /// - Parameter signatures: How many signatures of ordinary keys may be checked.
    package init(signatures: Int = WorkBudget.signatureLimit) {
        self.signatures = signatures
        end = WorkBudget.threadTime + WorkBudget.timeLimit
    }

    /// The processor's time of this thread, in nanoseconds: unlike a clock's, it stops while other threads run.
    private static var threadTime: Int64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Takes one step of a search; false if none is left, or no time.
    mutating func takeStep() -> Bool {
        guard steps > 0, WorkBudget.threadTime < end else { return false }
        steps -= 1
        return true
    }

    /// Takes what one check of a signature by a key costs; false if that is not left.
    package mutating func takeCheck(by key: PublicKey) -> Bool {
        let cost = WorkBudget.cost(of: key)
        guard signatures >= cost else { return false }
        signatures -= cost
        return true
    }

    /// What one check costs, in checks by an ordinary key.
    private static func cost(of key: PublicKey) -> Int {
        guard let bits = key.bitCount else { return 1 }
        switch key.kind {
        // The time of DSA grows with the square of the prime's length.
        case .dsa: return max(1, (bits / 1024) * (bits / 1024))
        case .rsa(_, let exponent): return max(1, exponent.count / 4 * bits / 2048)
        default: return 1
        }
    }
}
