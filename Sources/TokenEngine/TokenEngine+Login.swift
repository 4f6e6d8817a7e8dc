public import Octets
import Synchronization

/// Login and PINs.
extension TokenEngine {
    /// Logs in.
    ///
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, `CKR_USER_ALREADY_LOGGED_IN`,
    ///   `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`, `CKR_USER_PIN_NOT_INITIALIZED`, `CKR_SESSION_READ_ONLY_EXISTS`;
    ///   `CKR_OPERATION_NOT_INITIALIZED` for the context of an operation that does not ask for it.
    public func logIn(_ handle: UInt, _ user: User, _ pin: consuming Secret) throws(TokenFault) {
        let session = try session(handle)
        switch user {
        case .user: try session.token.logIn(pin)
        case .securityOfficer: try session.token.logInSecurityOfficer(pin)
        case .contextSpecific:
            let copy = SharedPIN(pin)
            try session.operations.withLock { (operations) throws(TokenFault) in
                let signs = operations.signing?.key.isAlwaysAuthenticated == true
                let decrypts = operations.decryption?.key.isAlwaysAuthenticated == true
                guard signs || decrypts else {
                    throw TokenFault(.operationNotInitialized, "no operation asks for the PIN")
                }
                let confirmation = try session.token.confirm(copy.secret.clone())
                if signs { operations.signing?.confirmation = confirmation }
                if decrypts { operations.decryption?.confirmation = confirmation }
            }
        }
    }

    /// Logs out.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`.
    public func logOut(_ handle: UInt) throws(TokenFault) { try session(handle).token.logOut() }

    /// Sets the user's PIN; the security officer must have logged in.
    public func initialisePIN(_ handle: UInt, _ pin: borrowing Secret) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.setUserPIN(pin)
    }

    /// Changes the PIN of whoever has logged in; without a login, the user's.
    public func setPIN(
        _ handle: UInt,
        from old: borrowing Secret,
        to new: borrowing Secret
    ) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.changePIN(from: old, to: new)
    }
}
