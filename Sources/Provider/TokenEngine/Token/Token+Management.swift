import JetonOctets
import PIVCard
import Synchronization

/// A management key that an administrator has set, and the card does not give to its user.
extension Token {
    /// Takes the card's management key for the changes that follow, or forgets it.
    ///
    /// - Parameter key: 16 to 32 octets; nil to forget it.
    /// - Throws: `CKR_PIN_INCORRECT` if it is not the card's, `CKR_PIN_LEN_RANGE` for another length.
    func useManagementKey(_ key: SharedSecret?) throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            state.managementKey = nil
            guard let key else { return }
            guard ManagementAlgorithm.allCases.contains(where: { $0.keyLength == key.count }) else {
                throw TokenFault(.pinLenRange, "a management key has 16, 24 or 32 bytes")
            }
            var isWrong = false
            do throws(TokenFault) {
                try card.use(.changing, verifying: state.pin) { (card) throws(PIVError) in
                    do throws(PIVError) {
                        try card.authenticate(key.secret)
                    } catch {
                        isWrong = error.code == .managementKeyIncorrect
                        throw error
                    }
                }
            } catch {
                throw isWrong ? TokenFault(.pinIncorrect, "the management key is wrong") : error
            }
            state.managementKey = key
        }
    }

    /// Has the card keep the management key under the user's PIN, so that a login is enough from now on.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` for a card that does not keep the key, or shows
    ///   it to others than the user; `CKR_ARGUMENTS_BAD` if the key was not given.
    func protectManagementKey() throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            guard state.isUser else { throw TokenFault(.userNotLoggedIn, "the user has not logged in") }
            guard let key = state.managementKey else {
                throw TokenFault(.argumentsBad, "the management key was not given")
            }
            let pin = state.pin
            try change(&state, refusal: .functionNotSupported) { (card, _) throws(PIVError) in
                do throws(PIVError) {
                    try ProtectedData.write(key.secret, to: &card)
                    guard try ProtectedData.isKept(key.secret, &card) else { throw PIVError(.unsupported) }
                } catch {
                    try? ProtectedData.delete(from: &card)
                    throw error
                }
                try card.endVerification()
                // A card on which a login can't be ended tells nothing here.
                let isEnded = try card.pinTriesLeft() != nil
                let isShown = isEnded ? try ProtectedData.isShown(&card) : false
                if let pin, pin.isUsable { try card.verify(pin.secret) }
                guard isShown else { return }
                try ProtectedData.delete(from: &card)
                throw PIVError(.unsupported)
            }
        }
    }
}
