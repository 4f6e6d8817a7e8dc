internal import Cryptoki
internal import JetonPCSC
internal import TokenKit

/// A PIN that the user's command could send, and how many tries are left for it.
struct ReachablePIN {
    /// What is known of the tries.
    enum Tries: Hashable {
        /// As many as after the right PIN, or a number that is not known.
        case notLowered
        /// No PIN is accepted: nothing can be lost.
        case locked
        /// One is left.
        case last
        /// This many are left, after a wrong PIN; nil if only that is known.
        case lowered(Int?)
    }

    /// The PIN and its token or card: a subject in the singular.
    let title: ReportText
    let tries: Tries

    /// Why a wrong PIN must not be risked; nil if tries enough are left, or none.
    var warning: ReportText? {
        switch tries {
        case .notLowered, .locked: nil
        case .last, .lowered(1): "\(title) has 1 try left"
        case .lowered(let left?): "\(title) has \(left) tries left, after a wrong one"
        case .lowered(nil): "\(title) was entered incorrectly before, and has fewer tries left"
        }
    }

    /// The PINs of a token, by its flags and by what a module's extension counts.
    static func of(_ token: ExaminedToken) -> [ReachablePIN] {
        let flags = token.info.flags
        let counts = token.slot.tries
        let user = PINFlags(tokenFlags: flags.rawValue, role: .user)
        let officer = PINFlags(tokenFlags: flags.rawValue, role: .securityOfficer)
        return [
            ReachablePIN(
                title: "the user PIN of \(token.title)",
                tries: tries(user, counts?.userLeft, counts?.userMaximum)
            ),
            ReachablePIN(
                title: "the security officer's PIN of \(token.title)",
                tries: tries(officer, counts?.securityOfficerLeft, counts?.securityOfficerMaximum)
            ),
        ]
    }

    private static func tries(_ flags: PINFlags, _ left: Count?, _ maximum: Count?) -> Tries {
        if flags.contains(.locked) { return .locked }
        if flags.contains(.finalTry) { return .last }
        if case .value(let left)? = left, case .value(let maximum)? = maximum, left < maximum {
            return left == 0 ? .locked : .lowered(Int(clamping: left))
        }
        return flags.contains(.countLow) ? .lowered(nil) : .notLowered
    }

    /// The PINs of a card, by its own counters.
    static func of(_ card: CardSurvey) -> [ReachablePIN] {
        card.counters.map { counter in
            ReachablePIN(
                title: "\(counter.name.title) of the card in '\(card.reader.description)'",
                tries: counter.left == 0 ? .locked : counter.isLowered ? .lowered(Int(counter.left)) : .notLowered
            )
        }
    }
}

extension CardSurvey.Counter.Name {
    /// The PIN, as the subject of a sentence.
    fileprivate var title: ReportText {
        switch self {
        case .user: "the user PIN"
        case .unblockingKey: "the PUK"
        case .administrator: "the administrator's PIN"
        }
    }
}
