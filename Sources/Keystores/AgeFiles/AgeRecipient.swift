import JetonKeystoreBase

/// Whom an age file is encrypted to: the public X25519 key `age1…`.
///
/// - SeeAlso: age v1 (C2SP/age), "The X25519 recipient type".
public struct AgeRecipient: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 32 octets; RFC 7748, section 5.
    public let publicKey: [UInt8]

    private static let prefix = "age"

    /// Takes 32 octets; nil for any other number.
    public init?(publicKey: [UInt8]) {
        guard publicKey.count == 32 else { return nil }
        self.publicKey = publicKey
    }

    /// Reads `age1…` in small letters; nil for any other text.
    public init?(rawValue: String) {
        let text = Array(rawValue.utf8)
        guard rawValue.hasPrefix("age1"), let octets = Bech32.decode(AgeRecipient.prefix, text.span) else {
            return nil
        }
        self.init(publicKey: octets.octets)
    }

    /// The text `age1…`, 62 characters.
    public var rawValue: String {
        String(decoding: Bech32.encode(AgeRecipient.prefix, publicKey.span).octets, as: UTF8.self)
    }

    /// The text.
    public var description: String { rawValue }
}
