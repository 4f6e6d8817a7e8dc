public import Libcrypto

extension ChannelSuite {
    /// The curve of all keys of the suite.
    public var curve: GOSTCurve { self == .legacy ? .cryptoProA : .tc26ParamSetA }

    /// Reads a public key of 64 octets: both coordinates, least significant octet first.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a point that no key has.
    func publicKey(_ octets: [UInt8]) throws(ChannelError) -> GOSTPublicKey {
        do throws(LibcryptoError) {
            return try GOSTPublicKey(octets: octets, curve: curve)
        } catch {
            guard error.code == .invalidInput else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.handshakeFailed)
        }
    }
}
