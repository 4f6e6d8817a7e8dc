import SecureChannel

extension TokenFault {
    /// What an error of the secure channel means to a caller: where Rutoken's interface has a number for it, that one.
    ///
    /// - SeeAlso: docs/pairing.md.
    init(_ error: ChannelError) {
        let code: ReturnValue =
            switch error.code {
            case .wrongPassword: .rutokenPasswordInvalid
            case .passwordMalformed, .passwordMistyped: .pinInvalid
            case .passwordBlocked, .noPasswordInSlot: .pinLocked
            case .throttled: .functionRejected
            case .notInPairingMode: .functionCanceled
            case .peerTableFull: .tokenResourceExceeded
            case .notSupported, .suiteNotSupported: .functionNotSupported
            case .suiteChanged: .mechanismInvalid
            case .notPaired: .functionFailed
            case .notPermitted: .userNotLoggedIn
            case .storageFailed: .functionFailed
            case .cryptography: error.isProviderMissing ? .libraryLoadFailed : .generalError
            default: .deviceError
            }
        self.init(code, error.description, triesLeft: error.triesLeft, waitSeconds: error.waitSeconds)
    }
}
