/// A private key that can sign, wherever it lies: on a token, in a file, behind a network.
///
/// This module knows nothing of tokens. Calls are synchronous and may take as long as the token does; a caller that
/// must not block puts them on an executor of its own. A key is used by one thread at a time.
///
/// ```swift
/// let algorithm = try key.publicKey.preferredAlgorithm(of: key.algorithms)
/// let signature = try key.sign(algorithm.input(for: message), algorithm: algorithm)
/// ```
public protocol SigningKey: ~Copyable {
    /// The public half.
    var publicKey: PublicKey { get }

    /// What the key can do, best first; not empty.
    var algorithms: [SignatureAlgorithm] { get }

    /// Signs a digest, or for Ed25519 a whole message.
    ///
    /// - Parameters:
    ///   - input: ``SignatureAlgorithm/input(for:)`` of the message: `hash.digestSize` octets without a DigestInfo
    ///     around them, or the message of any size for Ed25519.
    ///   - algorithm: One of ``algorithms``.
    /// - Returns: The signature as X.509 and CMS hold it: as many octets as the modulus for RSA; the DER SEQUENCE
    ///   of r and s for ECDSA (``ECDSASignature`` makes it from PKCS #11's r‖s); 64 octets for Ed25519; s, then r, each
    ///   big-endian, for GOST R 34.10.
    /// - Throws: What the key's owner throws.
    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8]

    /// Signs a message.
    ///
    /// By default the message is hashed here, where the algorithm hashes. A key implements this whose token takes
    /// messages only.
    ///
    /// - Parameters:
    ///   - message: The message of any size.
    ///   - algorithm: One of ``algorithms``.
    /// - Returns: As ``sign(_:algorithm:)``.
    /// - Throws: ``DocumentError``, and what the key's owner throws.
    func sign(message: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8]
}

extension SigningKey where Self: ~Copyable {
    /// Signs what the algorithm makes of the message.
    public func sign(message: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        try sign(algorithm.input(for: message), algorithm: algorithm)
    }
}
