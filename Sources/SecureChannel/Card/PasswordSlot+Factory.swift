import Octets

extension PasswordSlot {
    /// Burns a password into a new slot; the password itself is not kept.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    public init(
        _ password: borrowing ActivationPassword,
        random: some RandomSource = SystemRandom()
    ) throws(ChannelError) {
        self.init()
        let salt = try random.octets(MessageField.salt)
        let suite = password.suite
        let verifier: Secret
        switch suite {
        case .modern:
            var point = try ModernPairingKeys.passwordPoint(password.symbols, salt: salt)
            verifier = Secret(wiping: &point)
        case .legacy: verifier = try LegacyPairingKeys.commonKey(password.symbols, salt: salt)
        }
        self.suite = suite
        self.salt = salt
        self.verifier = SharedSecret(verifier)
    }
}
