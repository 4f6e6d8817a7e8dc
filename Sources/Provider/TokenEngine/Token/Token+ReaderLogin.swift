import PIVCard
import SmartCard
import Synchronization

/// Login and change of the PIN at the reader's own keys: `CKF_PROTECTED_AUTHENTICATION_PATH`.
extension Token {
    /// Logs the user in, who types the PIN at the reader.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD` if the reader has no keys, `CKR_FUNCTION_CANCELED`; else as ``logIn(_:)``.
    func logInOnReader() throws(TokenFault) {
        try beginLogin(keeping: nil) { () throws(TokenFault) in
            try verifyOnReader()
            return (nil, nil)
        }
    }

    /// Has the PIN typed once more, for one operation of a key that wants it each time.
    func confirmOnReader() throws(TokenFault) -> PINConfirmation {
        guard state.withLock({ $0.isUser }) else { throw TokenFault(.userNotLoggedIn, "no user has logged in") }
        try verifyOnReader()
        return .onReader
    }

    /// Changes the user's PIN at the reader.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD` if the reader can't, `CKR_FUNCTION_CANCELED`, `CKR_PIN_INVALID` for two entries
    ///   that differ, `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`.
    func changePINOnReader() throws(TokenFault) {
        guard card.canChangePINOnReader else { throw Self.noKeys }
        try state.withLock { (state) throws(TokenFault) in
            if case .securityOfficer = state.login {
                throw TokenFault(.argumentsBad, "the security officer's PIN can't be entered at the reader")
            }
            try refreshDirectory(&state)
            guard !state.directory.isUserPINUnset else {
                throw TokenFault(.userPINNotInitialized, "the user's PIN has not been set")
            }
            try typeOnReader { (card) throws(PIVError) in try card.changePINOnReader() }
            // The PIN that was kept, if one was, is not the card's any more.
            if state.isUser { state.login = .user(nil) }
        }
    }

    private func verifyOnReader() throws(TokenFault) {
        guard card.canVerifyOnReader else { throw Self.noKeys }
        try typeOnReader { (card) throws(PIVError) in try card.verifyOnReader() }
    }

    private static var noKeys: TokenFault {
        TokenFault(.argumentsBad, "the PIN is missing, and can't be entered at the reader")
    }

    /// Runs a command whose PINs are typed, once: what would be tried again elsewhere would ask the person again.
    private func typeOnReader(
        _ body: (inout ConnectedCard.Card) throws(PIVError) -> Void
    ) throws(TokenFault) {
        let failure = try card.use(.sendingPIN) { (card) throws(PIVError) -> PIVError? in
            do throws(PIVError) {
                try body(&card)
                return nil
            } catch {
                return error
            }
        }
        guard let failure else { return }
        if failure.card?.isRemoval == true { card.markRemoved() }
        throw TokenFault(failure, .functionFailed)
    }
}
