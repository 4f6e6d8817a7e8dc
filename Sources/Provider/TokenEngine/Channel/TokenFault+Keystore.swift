import JetonKeystoreBase

extension TokenFault {
    /// What a refusal or a failure of the keystore means to a caller: never that the token wants to be paired.
    ///
    /// | keystore | here |
    /// |---|---|
    /// | -34018, the program's entitlements do not fit | `CKR_ACTION_PROHIBITED` |
    /// | -50, its resource is malformed | `CKR_GENERAL_ERROR` |
    /// | -25308, the store is locked | `CKR_USER_NOT_LOGGED_IN` |
    /// | anything else | `CKR_FUNCTION_FAILED` |
    ///
    /// - SeeAlso: docs/pairing.md.
    init(_ error: KeystoreError) {
        let code: ReturnValue =
            switch error.code {
            case .missingEntitlement: .actionProhibited
            case .invalidParameter: .generalError
            case .interactionNotAllowed: .userNotLoggedIn
            default: .functionFailed
            }
        self.init(code, error.description)
    }
}
