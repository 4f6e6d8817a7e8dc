import Libcrypto
import Octets

extension GOSTPrivateKey {
    /// Agrees on a key with a peer whose key a message has brought.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a key that is this one's own.
    borrowing func agreed(with peer: GOSTPublicKey, _ material: [UInt8]) throws(ChannelError) -> Secret {
        do throws(LibcryptoError) {
            return try agree(with: peer, ukm: material.span)
        } catch {
            throw ChannelError(error.code == .invalidInput ? .handshakeFailed : .cryptography, cryptography: error)
        }
    }
}
