internal import Glibc
internal import JetonEntitlements
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import TokenKit

/// What Jeton's own keystore shows without being unlocked, and how Jeton itself stands with regard to entitlements.
package struct KeystoreSurvey: Hashable, Sendable {
    /// How the store is.
    package enum State: Hashable, Sendable {
        /// There is none.
        case absent
        /// It opens and every file is whole.
        case whole
        /// It can't be opened; the reason.
        case unusable(String)
        /// A file of it is older than a generation that was seen before; the reason.
        case rolledBack(String)
        /// A file of it that was seen before does not exist; the reason.
        case missingFile(String)
        /// It opens, and parts of it are damaged; the findings.
        case damaged([String])
    }

    /// How the store is.
    package var state: State
    /// What makes a store usable that is not, with a command; nil if that is not known.
    package var hint: String?
    /// The media of the tokens that this user's Jeton is paired with, by its index.
    package var pairings: Set<String>
    /// The row of the table of outcomes for a token's channel, `a` to `j`; nil if it could not be found out.
    package var outcomeRow: String?
    /// 0, -34018 or -50: what storing the keys of a channel would answer.
    package var outcomeStatus: Int32
    /// What follows from the program's entitlements, as one sentence without a full stop.
    package var outcomeText: String
    /// The one change that makes a refusal a success.
    package var outcomeHint: String?
    /// What else is worth knowing of the entitlements.
    package var outcomeWarnings: [String]

    /// Makes a survey.
    package init(
        state: State = .absent,
        hint: String? = nil,
        pairings: Set<String> = [],
        outcomeRow: String? = nil,
        outcomeStatus: Int32 = 0,
        outcomeText: String = "",
        outcomeHint: String? = nil,
        outcomeWarnings: [String] = []
    ) {
        self.state = state
        self.hint = hint
        self.pairings = pairings
        self.outcomeRow = outcomeRow
        self.outcomeStatus = outcomeStatus
        self.outcomeText = outcomeText
        self.outcomeHint = outcomeHint
        self.outcomeWarnings = outcomeWarnings
    }

    /// Looks at a store and at the running program's entitlements; nothing is changed, and nothing is unlocked.
    ///
    /// - Parameters:
    ///   - directory: The store's directory.
    ///   - witnessDirectory: The directory that remembers generations; nil leaves old copies unnoticed.
    ///   - pairingDirectory: The directory of the index of pairings; nil without one.
    ///   - now: Seconds since the beginning of 1970.
    package init(directory: String, witnessDirectory: String?, pairingDirectory: String?, now: Int64) {
        self.init()
        if KeystoreSurvey.isThere(directory) { (state, hint) = KeystoreSurvey.state(directory, witnessDirectory) }
        let data = directory.lastIndex(of: "/").map { String(directory[..<$0]) } ?? "."
        let teams = [TeamTrust.systemDirectory, TeamTrust.Directory(data + "/teams.d", owner: geteuid())]
        let index = pairingDirectory.map { PairingIndex(directory: $0) }
        pairings = Set(((try? index?.pairings()) ?? []).map(\.media))
        guard let time = UTCTime(secondsSince1970: now),
            let explanation = try? CallerExplanation(
                tokenMark: TokenGroupMark(ChannelKeyStore.groupMark),
                trust: TeamTrust(teams),
                at: time
            )
        else { return }
        outcomeRow = explanation.outcome.kind.rawValue
        outcomeStatus = explanation.outcome.status
        outcomeText = explanation.outcome.text
        outcomeHint = explanation.outcome.hint
        outcomeWarnings = explanation.outcome.warnings
    }

    /// Whether anything has the store's name, also what can't be read or is not a directory; what lies behind a closed
    /// directory counts as nothing.
    private static func isThere(_ directory: String) -> Bool { unsafe access(directory, F_OK) == 0 }

    private static func state(_ directory: String, _ witnessDirectory: String?) -> (State, hint: String?) {
        let configuration = KeychainConfiguration(
            directory: directory,
            witnessDirectory: witnessDirectory,
            caller: Caller(hasEveryGroup: true)
        )
        do {
            let findings = try Keychain.open(configuration).verify().findings.filter { $0.kind != .witness }
            if findings.isEmpty { return (.whole, nil) }
            let telling = findings.first { $0.cause == .oldCopy } ?? findings.first { $0.cause == .missingFile }
            return (telling.flatMap { state($0.cause, $0.description) } ?? .damaged(findings.map(\.description)), nil)
        } catch {
            return (state(error.cause, error.description) ?? .unusable(error.description), error.hint)
        }
    }

    /// The state that the cause of a fault stands for; nil if any fault may have it.
    private static func state(_ cause: KeystoreError.Cause?, _ reason: String) -> State? {
        switch cause {
        case .oldCopy?: .rolledBack(reason)
        case .missingFile?: .missingFile(reason)
        default: nil
        }
    }
}
