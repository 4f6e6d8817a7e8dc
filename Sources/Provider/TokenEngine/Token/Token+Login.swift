import JetonOctets
import PIVCard
import Synchronization

/// Login and PINs.
extension Token {
    /// Whether octets can be a user's PIN: decimal digits.
    private static func isNumeric(_ pin: borrowing Secret) -> Bool {
        pin.withBytes { bytes in PINFormat.isNumeric(bytes) }
    }

    /// Logs the user in.
    ///
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, `CKR_USER_PIN_NOT_INITIALIZED`,
    ///   `CKR_USER_ALREADY_LOGGED_IN`, `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`, `CKR_SESSION_CLOSED`.
    func logIn(_ pin: consuming Secret) throws(TokenFault) {
        let shared = SharedPIN(pin)
        try beginLogin(keeping: shared) { () throws(TokenFault) in try verify(shared) }
    }

    /// Logs the user in if the card takes the PIN.
    ///
    /// - Parameters:
    ///   - pin: What is kept as long as the login lasts.
    ///   - verify: Has the card compare the PIN; reports its revisions if no other program changed it meanwhile.
    /// - Throws: What `verify` throws.
    func beginLogin(
        keeping pin: SharedPIN?,
        _ verify: () throws(TokenFault) -> Revisions
    ) throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            try Self.requireNobody(state, isUser: true)
            try refreshDirectory(&state)
            guard !state.directory.isUserPINUnset else {
                throw TokenFault(.userPINNotInitialized, "the user's PIN has not been set")
            }
            let revisions = try Self.note(&state.isUserPINWrong, verify)
            // A virtual card counts on its image: what was read stays right if nobody else changed it.
            if let before = revisions.before, before == state.revision { state.revision = revisions.after }
            state.login = .user(pin)
            sweepSessionKeys(&state)
        }
    }

    /// Takes note of whether a PIN was wrong.
    private static func note(
        _ isWrong: inout Bool,
        _ verify: () throws(TokenFault) -> Revisions
    ) throws(TokenFault) -> Revisions {
        do throws(TokenFault) {
            let revisions = try verify()
            isWrong = false
            return revisions
        } catch {
            isWrong = isWrong || error.code == .pinIncorrect
            throw error
        }
    }

    /// The card's revision before something was done and afterwards; nil where nothing tells it.
    typealias Revisions = (before: UInt64?, after: UInt64?)

    /// Sends the user's PIN to the card, while no other program can change it.
    private func verify(_ pin: SharedPIN) throws(TokenFault) -> Revisions {
        var revisions: Revisions = (nil, nil)
        try send(.pin) { (card) throws(PIVError) in
            let before = self.card.revision()
            try card.verify(pin.secret)
            revisions = (before, self.card.revision())
        } whenUnknown: { (before, after) throws(TokenFault) in
            // A PIN that the card has accepted is verified again, if the card was reset since.
            let isAccepted = after.isVerified && !before.isVerified || after.hasGrown(since: before)
            if isAccepted { try self.card.use(.changing, verifying: pin) { _ in } }
            return isAccepted ? .done : .notDone
        }
        return revisions
    }

    /// Verifies the PIN once more, for one operation of a key that wants it each time.
    ///
    /// - Returns: The PIN, to be kept no longer than the operation.
    func confirm(_ pin: SharedPIN) throws(TokenFault) -> PINConfirmation {
        guard state.withLock({ $0.isUser }) else { throw TokenFault(.userNotLoggedIn, "no user has logged in") }
        _ = try verify(pin)
        return .pin(pin)
    }

    /// Logs the security officer in, whose PIN is the card's PUK.
    ///
    /// - Throws: As ``logIn(_:)``; `CKR_SESSION_READ_ONLY_EXISTS`.
    func logInSecurityOfficer(_ pin: consuming Secret) throws(TokenFault) {
        let shared = SharedPIN(pin)
        try state.withLock { (state) throws(TokenFault) in
            try Self.requireNobody(state, isUser: false)
            guard state.sessions.values.allSatisfy({ $0 }) else {
                throw TokenFault(.sessionReadOnlyExists, "a read-only session is open")
            }
            _ = try Self.note(&state.isSecurityOfficerPINWrong) { () throws(TokenFault) in
                try checkUnblockingKey(shared)
                return (nil, nil)
            }
            state.login = .securityOfficer(shared)
        }
    }

    /// Has the card compare the PUK: PIV has no other way than to change it, here to itself.
    func checkUnblockingKey(_ key: SharedPIN) throws(TokenFault) {
        guard PINFormat.lengths.contains(key.secret.count) else {
            throw TokenFault(.pinIncorrect, "a PUK has 6 to 8 bytes")
        }
        try send(.unblockingKey) { (card) throws(PIVError) in
            try card.changeUnblockingKey(from: key.secret, to: key.secret)
        }
    }

    private static func requireNobody(_ state: EngineTokenState, isUser: Bool) throws(TokenFault) {
        // A login ends with the last session, so that none may begin after it.
        guard !state.sessions.isEmpty else {
            throw TokenFault(.sessionClosed, "the session was closed in the meantime")
        }
        switch state.login {
        case .nobody: return
        case .user where isUser, .securityOfficer where !isUser:
            throw TokenFault(.userAlreadyLoggedIn, "this user is already logged in")
        default: throw TokenFault(.userAnotherAlreadyLoggedIn, "another user is logged in")
        }
    }

    /// Logs out.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`.
    func logOut() throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            if case .nobody = state.login { throw TokenFault(.userNotLoggedIn, "no user has logged in") }
            forget(&state)
        }
    }

    /// Ends a login, also on the card as far as it can, and the private objects of sessions with it.
    ///
    /// - SeeAlso: PKCS #11 3.2, 5.6.10.
    func forget(_ state: inout EngineTokenState) {
        destroySessionKeys(&state) { _ in true }
        state.removePrivateSessionObjects()
        guard case .user = state.login else {
            state.login = .nobody
            return
        }
        state.login = .nobody
        // A card that is gone has forgotten it by itself.
        _ = try? card.use { (card) throws(PIVError) in try card.endVerification() }
    }

    /// Sets the user's PIN, by the security officer.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_PIN_LEN_RANGE`, `CKR_PIN_INVALID`.
    func setUserPIN(_ new: SharedPIN) throws(TokenFault) {
        try Self.checkNewPIN(new.secret)
        try state.withLock { (state) throws(TokenFault) in
            guard case .securityOfficer(let unblockingKey) = state.login else {
                throw TokenFault(.userNotLoggedIn, "the security officer has not logged in")
            }
            try refreshDirectory(&state)
            try send(.unblockingKey) { (card) throws(PIVError) in
                try card.unblockPIN(with: unblockingKey.secret, newPIN: new.secret)
            } whenUnknown: { (before, after) in
                // An unblocked PIN has its tries again.
                guard let left = before.pin?.triesLeft, let now = after.pin?.triesLeft else { return .unknown }
                return now > left ? .done : before.hasRoom(in: \.pin) ? .notDone : .unknown
            }
            let (known, given) = (state.directory, state.managementKey)
            try card.use(.sendingPIN) { (card) throws(PIVError) in
                var directory = try EngineTokenContents.readDirectory(&card, knowing: known)
                guard directory.isUserPINUnset else { return }
                // The card gives its management key to whoever has the PIN, which is known here for a moment.
                try card.verify(new.secret)
                try Self.proveManagement(&card, given)
                directory.isUserPINUnset = false
                try EngineTokenContents.write(directory, to: &card)
                try card.endVerification()
            }
            state.isUserPINWrong = false
            state.isLoaded = false
        }
    }

    /// Changes the PIN of the user who has logged in; without a login, the user PIN.
    ///
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, `CKR_PIN_LEN_RANGE`, `CKR_PIN_INVALID`.
    func changePIN(from before: SharedPIN, to after: SharedPIN) throws(TokenFault) {
        guard PINFormat.lengths.contains(before.secret.count) else {
            throw TokenFault(.pinIncorrect, "a PIN of this token has 6 to 8 bytes")
        }
        try state.withLock { (state) throws(TokenFault) in
            if case .securityOfficer = state.login {
                guard PINFormat.lengths.contains(after.secret.count) else {
                    throw TokenFault(.pinLenRange, "a PUK has 6 to 8 bytes")
                }
                try send(.unblockingKey) { (card) throws(PIVError) in
                    try card.changeUnblockingKey(from: before.secret, to: after.secret)
                }
                state.login = .securityOfficer(after)
                return
            }
            try Self.checkNewPIN(after.secret)
            guard Self.isNumeric(before.secret) else {
                throw TokenFault(.pinIncorrect, "a PIN of this token has 6 to 8 digits")
            }
            try refreshDirectory(&state)
            guard !state.directory.isUserPINUnset else {
                throw TokenFault(.userPINNotInitialized, "the user's PIN has not been set")
            }
            try send(.pin) { (card) throws(PIVError) in
                try card.changePIN(from: before.secret, to: after.secret)
            }
            if state.isUser { state.login = .user(after) }
        }
    }

    static func checkNewPIN(_ pin: borrowing Secret) throws(TokenFault) {
        guard PINFormat.lengths.contains(pin.count) else { throw TokenFault(.pinLenRange, "a PIN has 6 to 8 digits") }
        guard isNumeric(pin) else { throw TokenFault(.pinInvalid, "a PIN may contain only digits") }
    }

    /// Reads the directory again if the card has changed.
    func refreshDirectory(_ state: inout EngineTokenState) throws(TokenFault) {
        let revision = card.revision()
        if state.isLoaded, revision == state.revision { return }
        state.isLoaded = false
        state.directory = try card.use(verifying: state.pin) { (card) throws(PIVError) in
            try EngineTokenContents.readDirectory(&card)
        }
        try checkLabel(&state)
    }
}
