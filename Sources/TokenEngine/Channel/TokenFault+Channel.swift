import SecureChannel

extension TokenFault {
    /// What an error of the secure channel means to a caller: where Rutoken's interface has a number for it, that one.
    ///
    /// - SeeAlso: docs/pairing.md.
    init(_ error: ChannelError) {
        let code: Code =
            switch error.code {
            // CKR_SM_PASSWORD_INVALID.
            case .wrongPassword: Code(rawValue: 0x8000_0006)
            case .passwordMalformed, .passwordMistyped: .pinInvalid
            case .passwordBlocked, .noPasswordInSlot: .pinLocked
            // CKR_FUNCTION_REJECTED, CKR_FUNCTION_CANCELED, CKR_TOKEN_RESOURCE_EXCEEDED.
            case .throttled: Code(rawValue: 0x200)
            case .notInPairingMode: Code(rawValue: 0x50)
            case .peerTableFull: Code(rawValue: 0x201)
            case .notSupported, .suiteNotSupported: .functionNotSupported
            case .notPaired: .functionFailed
            case .notPermitted: .userNotLoggedIn
            case .storageFailed: .functionFailed
            case .cryptography: .generalError
            default: .deviceError
            }
        self.init(code, error.description, triesLeft: error.triesLeft, waitSeconds: error.waitSeconds)
    }
}
