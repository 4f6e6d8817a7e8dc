import PIVCard

/// What a card tells of its PINs without spending a try, before a PIN is sent and after its answer is lost.
struct PINCounters: Sendable {
    let pin: PINState?
    let unblockingKey: PINState?
    /// Whether the user's PIN is verified; false where the PUK is concerned.
    let isVerified: Bool

    /// Reads what concerns a PIN that is to be sent.
    static func read(
        _ reference: PINSending,
        _ card: inout ConnectedCard.Card,
        _ facts: CardFacts
    ) throws(PIVError) -> PINCounters {
        let left = reference == .pin ? try card.pinTriesLeft() : nil
        let isVerified = reference == .pin && left == nil
        guard facts.hasMetadata else {
            let pin = left.map { PINState(triesLeft: $0, maximumTries: nil, isFactoryValue: false) }
            return PINCounters(pin: pin, unblockingKey: nil, isVerified: isVerified)
        }
        return PINCounters(
            pin: try card.pinMetadata().map(PINState.init),
            unblockingKey: reference == .pin ? nil : try card.unblockingKeyMetadata().map(PINState.init),
            isVerified: isVerified
        )
    }

    /// The counter of a PIN.
    subscript(_ reference: PINSending) -> PINState? { reference == .pin ? pin : unblockingKey }

    /// Whether a counter is below its maximum, so that a right value would show.
    func hasRoom(in field: KeyPath<PINCounters, PINState?>) -> Bool {
        guard let state = self[keyPath: field], let maximum = state.maximumTries else { return false }
        return state.triesLeft < maximum
    }

    /// Whether the user's PIN has got tries back, as a right one does.
    func hasGrown(since before: PINCounters) -> Bool {
        guard let now = pin?.triesLeft, let left = before.pin?.triesLeft else { return false }
        return now > left
    }
}

/// Which PIN a command carries that the card compares.
enum PINSending: Sendable {
    /// The user's PIN.
    case pin
    /// The PUK.
    case unblockingKey
}

/// What became of a command whose answer says nothing.
enum PINOutcome: Sendable {
    case done
    case notDone
    case unknown
}
