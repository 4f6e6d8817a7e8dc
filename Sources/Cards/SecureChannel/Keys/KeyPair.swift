import JetonLibcrypto
public import JetonOctets

/// A key pair of one end, which several values refer to.
public final class KeyPair: Sendable {
    /// The suite that it is for.
    public let suite: ChannelSuite
    /// The public key as it was checked.
    let point: SuitePublicKey
    private let privateKey: SuitePrivateKey

    /// The public key's bytes, as messages carry them.
    public var publicKey: [UInt8] { point.octets }

    /// Makes a key pair.
    ///
    /// - Throws: ``ChannelError/Code/cryptography`` without entropy.
    public init(generatingFor suite: ChannelSuite) throws(ChannelError) {
        self.suite = suite
        let curve = suite.parameters.curve
        privateKey = try cryptography { () throws(LibcryptoError) in try SuitePrivateKey(generatingOn: curve) }
        point = privateKey.publicKey
    }

    /// Loads a private key of 32 bytes, as ``privateOctets()`` gives it.
    ///
    /// - Throws: ``ChannelError/Code/malformed`` for bytes that no key has.
    public init(octets: borrowing Secret, _ suite: ChannelSuite) throws(ChannelError) {
        self.suite = suite
        do throws(LibcryptoError) {
            privateKey = try SuitePrivateKey(octets: octets, on: suite.parameters.curve)
        } catch {
            throw ChannelError(error.code == .invalidInput ? .malformed : .cryptography, cryptography: error)
        }
        point = privateKey.publicKey
    }

    /// The private key's 32 bytes.
    public func privateOctets() -> Secret { privateKey.octets() }

    /// Agrees on a key with a peer whose key a message has brought.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a key that is this one's own.
    func agreed(with peer: SuitePublicKey, _ material: [UInt8]) throws(ChannelError) -> Secret {
        do throws(LibcryptoError) {
            return try privateKey.agreed(with: peer, material)
        } catch {
            throw ChannelError(error.code == .invalidInput ? .handshakeFailed : .cryptography, cryptography: error)
        }
    }
}
