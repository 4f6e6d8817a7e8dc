package import Cryptoki
internal import JetonOctets

extension PairingError {
    /// What a refusal of C_EX_SetActivationPassword means.
    init(refusal error: CryptokiError, by module: ModuleInfo) {
        let code: Code =
            switch error.code {
            case _ where error.isWrongActivationPassword: .wrongPassword
            case .pinLocked: .blocked
            case .pinExpired where module.isJetonsOwn: .usedPassword
            case .actionProhibited where module.isJetonsOwn: .legacyNotAllowed
            case .mechanismInvalid where module.isJetonsOwn: .suiteChanged
            case .libraryLoadFailed where module.isJetonsOwn: .gostProviderMissing
            case .functionRejected: .throttled
            case .functionCanceled, .cancel: .timedOut
            case .tokenResourceExceeded, .deviceMemory: .full
            case .pinInvalid, .pinLenRange, .argumentsBad: .malformedPassword
            case .functionNotSupported: module.hasLostActivation ? .libraryTooNew : .notSupported
            case .functionFailed where module.isJetonsOwn: .keystoreUnavailable
            case .deviceError: .tokenGone
            case let code where code.isRemoval: .tokenGone
            default: .unknownAnswer
            }
        self.init(code, detail: code == .libraryTooNew ? "version \(module.libraryVersion)" : nil, cause: error)
    }
}

extension CryptokiError {
    /// Whether the token compared an activation password and found it wrong.
    var isWrongActivationPassword: Bool {
        fault == nil && (code == .rutokenPasswordInvalid || code == .pinIncorrect)
    }
}

extension ModuleInfo {
    /// Whether it is Rutoken's library of version 2.6 or later, out of which the vendor took pairing; its functions are
    /// in the table all the same.
    package var hasLostActivation: Bool {
        guard ForeignText(manufacturer).lowercased().hasPrefix("aktiv") else { return false }
        return (libraryVersion.major, libraryVersion.minor) >= (2, 6)
    }
}

extension ModuleInfo {
    /// Whether the module is Jeton's, which reports and does more than Rutoken's interface.
    package var isJetonsOwn: Bool { manufacturer == FixedText("Jeton".utf8) }
}

extension TokenInfo {
    /// The bytes that tell the token from all others.
    var identity: [UInt8] { manufacturer.octets + [0] + model.octets + [0] + serialNumber.octets }
}
