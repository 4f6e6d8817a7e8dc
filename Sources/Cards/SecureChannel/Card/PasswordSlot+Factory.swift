import JetonOctets

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
        let verifier = try suite.verifier(of: suite.stretched(password.symbols, salt: salt))
        self.suite = suite
        self.salt = salt
        self.verifier = SharedSecret(verifier)
    }
}
