import JetonLibcrypto
import JetonOctets

extension ChannelSuite {
    /// What a program makes of a password, at the suite's cost: K_C of the legacy suite, Q_PW of the
    /// modern one, w0 and w1 of P-256.
    ///
    /// - Parameters:
    ///   - password: The symbols of the password.
    ///   - salt: That of the card's slot, 16 bytes.
    /// - Returns: What the pairing computes with instead of the password.
    /// - Throws: ``ChannelError/Code/cryptography``.
    func stretched(_ password: borrowing Secret, salt: [UInt8]) throws(ChannelError) -> Secret {
        try cryptography { () throws(LibcryptoError) in
            switch parameters.stretching {
            case .pbkdf2(let iterations):
                try password.withBytes { (password) throws(LibcryptoError) in
                    try Streebog.pbkdf2(password: password, salt: salt.span, iterations: iterations, count: 32)
                }
            case .sespake:
                try password.withBytes { (password) throws(LibcryptoError) in
                    try SESPAKE.passwordPoint(password: password, salt: salt.span)
                }
            case .scrypt(let log2Cost, let blockSize, let parallelism):
                // A password is made before its program is known, and outlasts the card's identifier.
                try SPAKE2PlusPassword(
                    password,
                    parameters: SPAKE2PlusParameters(context: [], proverIdentity: [], verifierIdentity: []),
                    salt: salt,
                    log2Cost: log2Cost,
                    blockSize: blockSize,
                    parallelism: parallelism
                ).scalars()
            }
        }
    }

    /// What a card keeps of a stretched password.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    func verifier(of stretched: borrowing Secret) throws(ChannelError) -> Secret {
        switch parameters.pairing {
        case .commonKey, .sespake: stretched.clone()
        case .spake2Plus:
            try cryptography { () throws(LibcryptoError) in
                try SPAKE2PlusPassword(scalars: stretched).record().stored()
            }
        }
    }
}
