import Libcrypto
import Octets

extension ChannelSuite {
    /// What a program makes of a password, at the suite's cost: K_C of the legacy suite, Q_PW of the modern one.
    ///
    /// - Parameter salt: That of the card's slot, 16 bytes.
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
                    var point = try SESPAKE.passwordPoint(password: password, salt: salt.span)
                    return Secret(wiping: &point)
                }
            }
        }
    }

    /// What a card keeps of a stretched password.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    func verifier(of stretched: borrowing Secret) throws(ChannelError) -> Secret {
        switch parameters.pairing {
        case .commonKey, .sespake: stretched.clone()
        }
    }
}
