import JetonLibcrypto
public import JetonOctets

/// The random octets of libcrypto's generator.
public struct SystemRandom: RandomSource {
    /// Refers to the generator.
    public init() {}

    /// Makes random octets.
    public func octets(_ count: Int) throws(ChannelError) -> [UInt8] {
        try cryptography { () throws(LibcryptoError) in try Random.octets(count) }
    }

    /// Makes a random secret.
    public func secret(_ count: Int) throws(ChannelError) -> Secret {
        try cryptography { () throws(LibcryptoError) in try Random.secret(count) }
    }

    /// Makes a key pair.
    public func keyPair(for suite: ChannelSuite) throws(ChannelError) -> KeyPair {
        try KeyPair(generatingFor: suite)
    }
}
