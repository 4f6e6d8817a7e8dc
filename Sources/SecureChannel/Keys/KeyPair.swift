public import Libcrypto
public import Octets

/// A key pair of one end, which several values refer to.
public final class KeyPair: Sendable {
    /// The key pair.
    public let privateKey: GOSTPrivateKey
    /// The suite that it is for.
    public let suite: ChannelSuite

    /// The public key's 64 octets: both coordinates, least significant octet first.
    public var publicKey: [UInt8] { privateKey.publicKey.octets }

    /// Makes a key pair.
    ///
    /// - Throws: ``ChannelError/Code/cryptography`` without entropy.
    public init(generatingFor suite: ChannelSuite, random: some RandomSource = SystemRandom()) throws(ChannelError) {
        self.suite = suite
        privateKey = try random.privateKey(on: suite.curve)
    }

    /// Loads a private key of 32 octets, least significant octet first.
    ///
    /// - Throws: ``ChannelError/Code/malformed`` for octets that no key has.
    public init(octets: borrowing Secret, _ suite: ChannelSuite) throws(ChannelError) {
        self.suite = suite
        do throws(LibcryptoError) {
            privateKey = try octets.withBytes { (octets) throws(LibcryptoError) in
                try GOSTPrivateKey(octets: octets, curve: suite.curve)
            }
        } catch {
            throw ChannelError(error.code == .invalidInput ? .malformed : .cryptography, cryptography: error)
        }
    }
}
