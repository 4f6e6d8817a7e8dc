package import Cryptoki

extension PairingError {
    /// What Jeton's own module says when it may not use a token's secure channel; nil if that is not the reason, or the
    /// module is another one.
    package init?(channelOf slot: Slot, cause: CryptokiError) {
        guard cause.fault == nil, let info = try? slot.module.info(), info.isJetonsOwn,
            let state = try? slot.channelState(), state.status != 0
        else { return nil }
        let code: Code =
            switch state.status {
            case -34018: .notEntitled
            case -50: .entitlementsMalformed
            case -25308: .keystoreLocked
            case 0x9843: .copySuspected
            case 0x9844: .channelMissing
            case 0x9845: .suiteChanged
            default: .keystoreUnavailable
            }
        self.init(code, detail: state.text, cause: cause)
        keystoreStatus = [.copySuspected, .channelMissing, .suiteChanged].contains(code) ? nil : state.status
        keystoreHint = state.hint.isEmpty ? nil : state.hint
    }
}
