internal import Glibc
public import JetonOctets

/// Keeps PINs from being locked: looks at the token's flags before a PIN is sent, and never sends a PIN again that
/// the token has refused.
///
/// The second holds across processes, until the machine is restarted. For each token and role a file keeps tags
/// of 16 bits of the PINs refused, made by PBKDF2 with HMAC-SHA-256 over a random salt and the boot's identifier.
/// A tag is short on purpose: one PIN in 65,536 has it, so the file can't tell which was tried, and as rarely a
/// right PIN is taken for a refused one, which ``forget(token:role:)`` and `sendsRefused` of
/// ``attempt(_:token:card:role:sendsRefused:send:)`` repair.
///
/// ```swift
/// _ = try PINGuard.review(flags, allowsLastTry: false)
/// let report = try pinGuard.attempt(pin, token: identity, role: .user) { login(pin) }
/// ```
///
/// Blocks on the file system and on another attempt on the same token; may be used from any thread.
public struct PINGuard: Sendable {
    /// A warning about a PIN that may be sent.
    public enum Notice: Hashable, Sendable {
        /// A wrong PIN was entered since the last right one.
        case countLow
        /// One more wrong PIN locks it, and this was allowed.
        case finalTry
        /// The PIN is the factory's or has expired.
        case toBeChanged
    }

    /// What a token made of a PIN.
    public enum Outcome: Hashable, Sendable {
        /// The login succeeded: what is recorded for the token is removed.
        case accepted
        /// The PIN was wrong (`CKR_PIN_INCORRECT`): it is recorded.
        case refused
        /// Something else went wrong, which says nothing about the PIN.
        case undecided
    }

    /// Something that went wrong with the record without keeping a PIN from being tried.
    public enum Warning: Hashable, Sendable {
        /// The file was damaged and counts as empty.
        case recordDamaged
        /// The outcome could not be written, with the system's reason.
        case notRecorded(String)
    }

    /// The outcome of an attempt and what went wrong beside it.
    public struct Report: Hashable, Sendable {
        /// What the token made of the PIN.
        public let outcome: Outcome
        /// What went wrong with the record.
        public let warnings: [Warning]
    }

    /// The directory of the record.
    public let directory: String
    private let bootID: [UInt8]
    /// How long an attempt waits for another one on the same token, in milliseconds.
    var turnPatience = 30_000

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - directory: An absolute path; made with mode 0700 when the first attempt is made.
    ///   - bootID: What names this run of the system, such as ``systemBootID()``.
    public init(directory: String, bootID: [UInt8]) {
        self.directory = directory
        self.bootID = bootID
    }

    /// The identifier that Linux gives each boot; 36 octets of text.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable`` where `/proc` is not there.
    public static func systemBootID() throws(PINError) -> [UInt8] {
        do {
            let octets = try FileAccess.contents(of: "/proc/sys/kernel/random/boot_id", limit: 64)
            return octets.filter { $0 != UInt8(ascii: "\n") }
        } catch {
            throw PINError(.guardUnavailable, detail: "the boot's identifier: \(error)")
        }
    }

    /// Decides by the token's flags whether a PIN may be sent.
    ///
    /// - Parameters:
    ///   - flags: The token's flags for the PIN.
    ///   - allowsLastTry: Whether the person wants to use the last try.
    /// - Returns: Warnings for the user.
    /// - Throws: ``PINError/Code/locked`` always if it is, ``PINError/Code/finalTry`` unless allowed.
    public static func review(_ flags: PINFlags, allowsLastTry: Bool = false) throws(PINError) -> [Notice] {
        if flags.contains(.locked) { throw PINError(.locked) }
        var notices: [Notice] = []
        if flags.contains(.finalTry) {
            guard allowsLastTry else { throw PINError(.finalTry) }
            notices.append(.finalTry)
        } else if flags.contains(.countLow) {
            notices.append(.countLow)
        }
        if flags.contains(.toBeChanged) { notices.append(.toBeChanged) }
        return notices
    }

    /// Sends a PIN unless the token has refused it before, and records what became of it.
    ///
    /// Attempts on one token by all processes that share the directory take turns, so that two of them can't spend two
    /// tries on one wrong PIN. Attempts on other tokens don't wait for each other.
    ///
    /// - Parameters:
    ///   - pin: The PIN to be sent.
    ///   - token: What tells the token from all others, such as manufacturer, model and serial number.
    ///   - card: What tells the card in its reader from all others, whichever module shows it; nil if it is in none.
    ///   - role: Whose PIN.
    ///   - sendsRefused: Whether the PIN is sent although the token has refused it before.
    ///   - send: Sends the PIN and returns the token's verdict; called at most once.
    /// - Returns: What became of the attempt, and what the record could not keep.
    /// - Throws: ``PINError/Code/refusedBefore`` without calling `send`; ``PINError/Code/busy`` if another attempt on
    ///   the token lasts longer than 30 seconds, and ``PINError/Code/guardUnavailable`` if the record can't be read or
    ///   its directory is not private, also before `send`.
    public func attempt(
        _ pin: borrowing Secret,
        token: [UInt8],
        card: [UInt8]? = nil,
        role: PINPrompt.Role,
        sendsRefused: Bool = false,
        send: () -> Outcome
    ) throws(PINError) -> Report {
        // Two modules that show one card take turns too.
        let turn = try PINTurn(directory: directory, token: card ?? token, patience: turnPatience)
        let names = [token] + (card.map { [$0] } ?? [])
        var warnings = sendsRefused ? [] : try check(pin, names, role: role)
        let outcome = send()
        do {
            if try note(outcome, of: pin, names, role: role), warnings.isEmpty {
                warnings.append(.recordDamaged)
            }
        } catch {
            warnings.append(.notRecorded(error.detail ?? error.description))
        }
        turn.end()
        return Report(outcome: outcome, warnings: warnings)
    }

    /// Looks whether a token has refused a PIN before, under any of its names; its warnings.
    private func check(
        _ pin: borrowing Secret,
        _ names: [[UInt8]],
        role: PINPrompt.Role
    ) throws(PINError) -> [Warning] {
        let (record, isDamaged) = try RefusedPINFile(directory: directory).load(bootID: bootID)
        for name in names {
            let key = try record.key(token: name, role: role)
            if record.hasTags(for: key), record.contains(try record.tag(of: pin, key: key, bootID: bootID), for: key) {
                throw PINError(.refusedBefore)
            }
        }
        return isDamaged ? [.recordDamaged] : []
    }

    /// Writes what a token made of a PIN; whether the record was damaged.
    private func note(
        _ outcome: Outcome,
        of pin: borrowing Secret,
        _ names: [[UInt8]],
        role: PINPrompt.Role
    ) throws(PINError) -> Bool {
        guard outcome != .undecided else { return false }
        let file = try RefusedPINFile(directory: directory)
        // Read again: attempts on other tokens may have changed it meanwhile.
        var (record, isDamaged) = try file.load(bootID: bootID)
        var isChanged = false
        for name in names {
            let key = try record.key(token: name, role: role)
            if outcome == .accepted {
                isChanged = record.remove(key) || isChanged
            } else {
                record.insert(try record.tag(of: pin, key: key, bootID: bootID), for: key)
                isChanged = true
            }
        }
        guard isChanged else { return isDamaged }
        do {
            try file.store(record)
        } catch {
            throw PINError(.guardUnavailable, detail: error.description)
        }
        return isDamaged
    }

    /// Notes the tries that a token reports after it refused a PIN, for the next time that this PIN is given.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable``.
    public func note(triesLeft: UInt, token: [UInt8], role: PINPrompt.Role) throws(PINError) {
        let file = try RefusedPINFile(directory: directory)
        var (record, _) = try file.load(bootID: bootID)
        record.note(triesLeft: triesLeft, for: try record.key(token: token, role: role))
        do {
            try file.store(record)
        } catch {
            throw PINError(.guardUnavailable, detail: "\(directory): \(error)")
        }
    }

    /// The tries that a token had left when it last refused a PIN; nil if it did not report them.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable``.
    public func triesLeft(token: [UInt8], role: PINPrompt.Role) throws(PINError) -> UInt? {
        let file = try RefusedPINFile(directory: directory)
        let (record, _) = try file.load(bootID: bootID)
        return record.triesLeft(for: try record.key(token: token, role: role))
    }

    /// Forgets what a token refused: its PIN was changed or unblocked.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable``.
    public func forget(token: [UInt8], card: [UInt8]? = nil, role: PINPrompt.Role) throws(PINError) {
        let file = try RefusedPINFile(directory: directory)
        var (record, _) = try file.load(bootID: bootID)
        var isChanged = record.remove(try record.key(token: token, role: role))
        if let card { isChanged = record.remove(try record.key(token: card, role: role)) || isChanged }
        guard isChanged else { return }
        do {
            try file.store(record)
        } catch {
            throw PINError(.guardUnavailable, detail: "\(directory): \(error)")
        }
    }
}
