public import JetonKeystoreBase
import JetonOctets

/// The name of a device in synchronization: 32 hexadecimal digits made from its signing key.
public struct SyncDeviceIdentifier: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 32 hexadecimal digits in small letters.
    public let rawValue: String

    /// Takes 32 hexadecimal digits in small letters; nil for any other text.
    public init?(rawValue: String) {
        guard let octets = Hex.decode(rawValue), octets.count == 16, Hex.encode(octets) == rawValue else { return nil }
        self.rawValue = rawValue
    }

    /// The name of the device that signs with a key: the first 16 octets of SHA-256 of the public key.
    public init(_ key: Ed25519PublicKey) {
        rawValue = Hex.encode(SHA256.hash(key.rawRepresentation.span).prefix(16))
    }

    /// The digits.
    public var description: String { rawValue }

    /// Orders by the digits.
    public static func < (left: SyncDeviceIdentifier, right: SyncDeviceIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}
