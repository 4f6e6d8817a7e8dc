public import JetonX509

/// What a format keeps between reading the content and putting the signature in place.
public protocol PreparedSignature: Sendable {
    /// The message that the key signs; ``SignatureAlgorithm/input(for:)`` makes its digest.
    var octetsToSign: [UInt8] { get }
    /// How the key signs.
    var algorithm: SignatureAlgorithm { get }
}
