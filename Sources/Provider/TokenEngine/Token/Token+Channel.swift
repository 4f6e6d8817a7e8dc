import JetonOctets
import PIVCard
import SecureChannel
import SmartCard
import Synchronization

/// What the security officer does with the token's secure channel, and with a blocked PIN.
extension Token {
    /// Gives the user's PIN all its tries back, and keeps the PIN (C_EX_UnblockUserPIN).
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` for a card that unblocks by a new PIN only.
    func unblockUserPIN() throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            let officer = try Self.securityOfficer(state)
            try send(.unblockingKey, refusal: .functionNotSupported) { (card) throws(PIVError) in
                try card.restorePINTries(with: officer.secret)
            } whenUnknown: { (before, after) in
                guard let left = before.pin?.triesLeft, let now = after.pin?.triesLeft else { return .unknown }
                return now > left ? .done : before.hasRoom(in: \.pin) ? .notDone : .unknown
            }
            state.isLoaded = false
        }
    }

    /// Where a new activation password goes.
    ///
    /// - Parameter number: 1 for the first slot; 0 for the first that has no unused password.
    /// - Returns: The place.
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` outside of a channel; `CKR_ARGUMENTS_BAD` for a
    ///   slot that does not exist; `CKR_TOKEN_RESOURCE_EXCEEDED` if all slots have unused passwords.
    func passwordPlace(_ number: UInt) throws(TokenFault) -> PasswordPlace {
        let officer = try state.withLock { (state) throws(TokenFault) in try Self.securityOfficer(state) }
        let place = try administer(officer) { (transport) throws(CardError) -> PasswordPlace? in
            guard let own = transport.channelSuite else { throw CardError(ChannelError(.notSupported)) }
            let slots = try transport.channelInformation().slots
            let index =
                number == 0
                ? slots.firstIndex { $0.state != .unused } : slots.indices.first { UInt($0) + 1 == number }
            // A slot that had passwords keeps their suite; one that had none gets that of this pairing.
            return index.map { PasswordPlace(slot: $0 + 1, suite: slots[$0].suite ?? own) }
        }
        guard let place else {
            throw number == 0
                ? TokenFault(.tokenResourceExceeded, "all passwords of the card are unused")
                : TokenFault(.argumentsBad, "the card has no password with this number")
        }
        return place
    }

    /// Makes the card burn a new activation password.
    ///
    /// - Returns: The password's symbols, as it is printed but without hyphens.
    func makePassword(_ place: PasswordPlace) throws(TokenFault) -> SharedSecret {
        let officer = try state.withLock { (state) throws(TokenFault) in try Self.securityOfficer(state) }
        let printed = try administer(officer) { (transport) throws(CardError) in
            try transport.makePassword(slot: place.slot, place.suite)
        }
        return printed.borrow { printed in
            printed.withBytes { octets in
                SharedSecret(
                    Secret(capacity: octets.count) { (target: inout MutableSpan<UInt8>) in
                        var count = 0
                        for index in octets.indices where octets[index] != UInt8(ascii: "-") {
                            target[count] = octets[index]
                            count += 1
                        }
                        return count
                    }
                )
            }
        }
    }

    /// Makes the card replace its channel's static keys; all pairings end.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` outside of a channel; `CKR_PIN_LOCKED` if no
    ///   unused password is left, so that no program could pair again.
    func makeChannelKeys() throws(TokenFault) {
        let officer = try state.withLock { (state) throws(TokenFault) in try Self.securityOfficer(state) }
        try administer(officer) { (transport) throws(CardError) in try transport.makeKeys() }
        card.markRemoved()
    }

    private static func securityOfficer(_ state: EngineTokenState) throws(TokenFault) -> SharedPIN {
        guard let officer = state.securityOfficerPIN else {
            throw TokenFault(.userNotLoggedIn, "the security officer has not logged in")
        }
        return officer
    }

    /// Asks something of the channel that is the security officer's.
    ///
    /// The card remembers in its session that the PUK was given. If the session is another one since, it is given once
    /// more, unless the card has refused it or one try is left only.
    private func administer<Result: Sendable>(
        _ officer: SharedPIN,
        _ body: (inout SharedTransport) throws(CardError) -> Result
    ) throws(TokenFault) -> Result {
        var refusal: ChannelError?
        do throws(TokenFault) {
            return try card.use(.sendingPIN) { (card) throws(PIVError) in
                func ask(_ card: inout ConnectedCard.Card) throws(PIVError) -> Result {
                    do throws(CardError) {
                        return try body(&card.channel.transport)
                    } catch {
                        refusal = error.underlying as? ChannelError
                        throw PIVError(.failed, card: error)
                    }
                }
                do throws(PIVError) {
                    return try ask(&card)
                } catch {
                    guard refusal?.code == .notPermitted else { throw error }
                    try Self.giveAgain(officer, &card)
                    return try ask(&card)
                }
            }
        } catch {
            if let refusal, error.code == .deviceError { throw TokenFault(refusal) }
            throw error
        }
    }

    private static func giveAgain(_ officer: SharedPIN, _ card: inout ConnectedCard.Card) throws(PIVError) {
        let isLastTry = try card.unblockingKeyMetadata().map { $0.triesLeft <= 1 } ?? false
        guard officer.isUsable, !isLastTry else { throw PIVError(.notAuthenticated) }
        do throws(PIVError) {
            try card.changeUnblockingKey(from: officer.secret, to: officer.secret)
        } catch {
            guard error.code == .pinIncorrect else { throw error }
            officer.markRejected()
            throw PIVError(.notAuthenticated)
        }
    }
}
