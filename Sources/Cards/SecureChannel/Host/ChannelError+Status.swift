import SmartCard

extension ChannelError {
    /// What a status word outside of a session says, other than 9000.
    init(_ answer: ResponseAPDU) {
        let status = answer.status
        if let triesLeft = status.triesLeft {
            self.init(.wrongPassword, triesLeft: triesLeft, statusWord: status)
            return
        }
        let code: Code =
            switch status {
            case .verificationFailed: .handshakeFailed
            case .authenticationMethodBlocked: .passwordBlocked
            case .passwordThrottled: .throttled
            case .conditionsOfUseNotSatisfied: .notInPairingMode
            case .notEnoughMemory: .peerTableFull
            case .referencedDataNotFound: .notPaired
            case .functionNotSupported: .suiteNotSupported
            case .incorrectData, .wrongLength: .malformed
            case .sessionCounterTaken: .cloneSuspected
            case .rekeyRequired: .rekeyRequired
            case .securityStatusNotSatisfied: .notPermitted
            default: .refused
            }
        let isThrottled = status == .passwordThrottled && answer.data.count == 4
        let seconds = answer.data.reduce(0) { $0 << 8 | Int($1) }
        self.init(code, waitSeconds: isThrottled ? seconds : nil, statusWord: status)
    }
}
