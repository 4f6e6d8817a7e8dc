public import JetonOctets
import Synchronization

/// Login and PINs.
extension Engine {
    /// Logs in.
    ///
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, `CKR_USER_ALREADY_LOGGED_IN`,
    ///   `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`, `CKR_USER_PIN_NOT_INITIALIZED`, `CKR_SESSION_READ_ONLY_EXISTS`;
    ///   `CKR_OPERATION_NOT_INITIALIZED` for the context of an operation that does not ask for it;
    ///   `CKR_USER_TYPE_INVALID`.
    public func logIn(_ handle: UInt, _ user: UserType, _ pin: consuming Secret) throws(TokenFault) {
        let session = try session(handle)
        switch user {
        case .user: try session.token.logIn(pin)
        case .securityOfficer: try session.token.logInSecurityOfficer(pin)
        case .contextSpecific:
            let shared = SharedPIN(pin)
            try confirm(session) { () throws(TokenFault) in try session.token.confirm(shared) }
        default: throw Self.unknownUser
        }
    }

    /// Logs in with a PIN that is typed at the reader.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD` where the reader has no keys, and for the security officer;
    ///   `CKR_FUNCTION_CANCELED` if none was entered; otherwise as ``logIn(_:_:_:)``.
    public func logInOnReader(_ handle: UInt, _ user: UserType) throws(TokenFault) {
        let session = try session(handle)
        switch user {
        case .user: try session.token.logInOnReader()
        case .securityOfficer:
            throw TokenFault(.argumentsBad, "the security officer's PIN can't be entered at the reader")
        case .contextSpecific:
            try confirm(session) { () throws(TokenFault) in try session.token.confirmOnReader() }
        default: throw Self.unknownUser
        }
    }

    private static let unknownUser = TokenFault(.userTypeInvalid, "this user type does not exist")

    /// Has the PIN given once more for the operation that asks for it.
    private func confirm(
        _ session: EngineSession,
        _ body: () throws(TokenFault) -> PINConfirmation
    ) throws(TokenFault) {
        try session.operations.withLock { (operations) throws(TokenFault) in
            let signs = operations.signing?.key.isAlwaysAuthenticated == true
            let decrypts = operations.decryption?.key.isAlwaysAuthenticated == true
            guard signs || decrypts else {
                throw TokenFault(.operationNotInitialized, "no active operation requires the PIN")
            }
            let confirmation = try body()
            if signs { operations.signing?.confirmation = confirmation }
            if decrypts { operations.decryption?.confirmation = confirmation }
        }
    }

    /// Logs out.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`.
    public func logOut(_ handle: UInt) throws(TokenFault) { try session(handle).token.logOut() }

    /// Sets the user's PIN; the security officer must have logged in.
    public func initializePIN(_ handle: UInt, _ pin: consuming Secret) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.setUserPIN(SharedPIN(pin))
    }

    /// Changes the PIN of the user who has logged in; without a login, the user PIN.
    public func setPIN(
        _ handle: UInt,
        from old: consuming Secret,
        to new: consuming Secret
    ) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.changePIN(from: SharedPIN(old), to: SharedPIN(new))
    }

    /// Changes the user's PIN; the old and the new one are typed at the reader.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD` where the reader can't, and for the security officer; `CKR_FUNCTION_CANCELED`,
    ///   `CKR_PIN_INVALID` for two entries that differ; else as ``setPIN(_:from:to:)``.
    public func setPINOnReader(_ handle: UInt) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.changePINOnReader()
    }
}
