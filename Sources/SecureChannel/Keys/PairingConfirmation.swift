import Libcrypto
import Octets

/// The proofs of a pairing's last step: each end has its static private key, and both saw the same negotiation.
struct PairingConfirmation: Sendable {
    /// What the host sends.
    let host: [UInt8]
    /// What the card answers.
    let card: [UInt8]

    init(key: [UInt8], input: borrowing Secret) throws(ChannelError) {
        let derived = try cryptography { () throws(LibcryptoError) in
            var derived = try input.withBytes { (input) throws(LibcryptoError) in
                try Streebog.hmac256(key: key.span, input)
            }
            return Secret(wiping: &derived)
        }
        host = try Self.proof(derived, 0x03)
        card = try Self.proof(derived, 0x04)
    }

    private static func proof(_ key: borrowing Secret, _ sender: UInt8) throws(ChannelError) -> [UInt8] {
        let input = [sender]
        return try cryptography { () throws(LibcryptoError) in
            try key.withBytes { (key) throws(LibcryptoError) in try Streebog.hmac256(key: key, input.span) }
        }
    }
}
