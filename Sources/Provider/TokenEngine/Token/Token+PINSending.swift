import PIVCard
import Synchronization

/// PINs on their way to the card: each is sent once, whatever the answer.
extension Token {
    /// Sends a PIN or PUK once, and finds out what became of it where the answer does not say it.
    ///
    /// The card's counter says it: it goes down with a wrong value, and up to its maximum with a right one. At its
    /// maximum it can't show that a value was right.
    ///
    /// - Parameters:
    ///   - reference: The PIN that the card compares.
    ///   - refusal: What it means here that the card does not know the command.
    ///   - body: Sends the command.
    ///   - judge: Tells what became of the command if the counter of `reference` did not go down; nil goes by that
    ///     counter and by whether the value is the factory's.
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`; `CKR_DEVICE_ERROR` where it is unknown whether it was done;
    ///   `refusal`.
    func send(
        _ reference: PINSending,
        refusal: ReturnValue = .functionFailed,
        _ body: (inout ConnectedCard.Card) throws(PIVError) -> Void,
        whenUnknown judge: ((PINCounters, PINCounters) throws(TokenFault) -> PINOutcome)? = nil
    ) throws(TokenFault) {
        var before: PINCounters?
        var failure: PIVError?
        do throws(TokenFault) {
            try card.use(.sendingPIN, refusal: refusal) { (card) throws(PIVError) in
                // Where no other program can reach the card, no answer is lost.
                if self.card.isShared { before = try PINCounters.read(reference, &card, facts) }
                do throws(PIVError) {
                    try body(&card)
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            // That no user has logged in is no answer to one who gives a PIN.
            var fault = error.code == .userNotLoggedIn ? TokenFault(refusal, error.reason) : error
            guard let failure, !Self.isPlain(failure), let before, !card.isGone else { throw fault }
            fault = TokenFault(fault.code, failure.description)
            let after: PINCounters
            do throws(TokenFault) {
                after = try card.use { (card) throws(PIVError) in try PINCounters.read(reference, &card, facts) }
            } catch {
                throw Self.unknownOutcome
            }
            try conclude(reference, before, after, fault, judge)
        }
    }

    /// Whether an error is the card's judgement of the PIN, or one from before anything was sent.
    private static func isPlain(_ error: PIVError) -> Bool {
        [.pinIncorrect, .pinBlocked, .pinMalformed].contains(error.code)
    }

    private static var unknownOutcome: TokenFault {
        TokenFault(.deviceError, "the card's response was lost, and it is unknown whether the command was carried out")
    }

    private func conclude(
        _ reference: PINSending,
        _ before: PINCounters,
        _ after: PINCounters,
        _ fault: TokenFault,
        _ judge: ((PINCounters, PINCounters) throws(TokenFault) -> PINOutcome)?
    ) throws(TokenFault) {
        if let left = before[reference]?.triesLeft, let now = after[reference]?.triesLeft, now < left {
            let error = PIVError(now == 0 ? .pinBlocked : .pinIncorrect, triesLeft: now)
            throw TokenFault(error, .functionFailed)
        }
        switch try judge.map({ (judge) throws(TokenFault) in try judge(before, after) })
            ?? Self.outcome(before[reference], after[reference])
        {
        case .done: return
        case .notDone: throw TokenFault(fault.code, "\(fault.reason); no try was spent, and nothing was changed")
        case .unknown: throw Self.unknownOutcome
        }
    }

    /// What became of a change of a PIN whose counter did not go down.
    private static func outcome(_ before: PINState?, _ after: PINState?) -> PINOutcome {
        guard let before, let after else { return .unknown }
        if after.triesLeft > before.triesLeft || before.isFactoryValue != after.isFactoryValue { return .done }
        return before.maximumTries.map { before.triesLeft < $0 } == true ? .notDone : .unknown
    }
}
