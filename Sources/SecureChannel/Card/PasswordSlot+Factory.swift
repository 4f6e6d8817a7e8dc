import Libcrypto
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
            verifier = try cryptography { () throws(LibcryptoError) in
                var point = try password.symbols.withBytes { (symbols) throws(LibcryptoError) in
                    try SESPAKE.passwordPoint(password: symbols, salt: salt.span)
                }
                return Secret(wiping: &point)
            }
        case .legacy: verifier = try LegacyPairingKeys.commonKey(password.symbols, salt: salt)
        }
        self.suite = suite
        self.salt = salt
        self.verifier = SharedSecret(verifier)
    }
}
