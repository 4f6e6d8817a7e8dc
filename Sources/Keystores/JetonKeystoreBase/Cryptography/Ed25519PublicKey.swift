import JetonASN1
import JetonLibcrypto
import JetonOctets

/// A public Ed25519 key: verifies what a team or a device of the user signed.
public struct Ed25519PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// 32 octets; RFC 8032, section 5.1.5.
    public let rawRepresentation: [UInt8]

    /// RFC 8410, section 4: SubjectPublicKeyInfo of an Ed25519 key up to the key's 32 octets.
    private static let subjectPublicKeyInfo: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    package static let label = "PUBLIC KEY"

    /// Takes 32 octets; nil for any other number.
    public init?(rawRepresentation: [UInt8]) {
        guard rawRepresentation.count == 32 else { return nil }
        self.rawRepresentation = rawRepresentation
    }

    /// Takes the octets of a SubjectPublicKeyInfo; nil for another algorithm or form.
    package init?(subjectPublicKeyInfo octets: [UInt8]) {
        guard octets.starts(with: Ed25519PublicKey.subjectPublicKeyInfo) else { return nil }
        self.init(rawRepresentation: Array(octets.dropFirst(Ed25519PublicKey.subjectPublicKeyInfo.count)))
    }

    /// Reads the first block `PUBLIC KEY` of a text, as `openssl pkey -pubout` writes it.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(pem text: String) throws(KeystoreError) {
        try SHA256.prepare()
        guard let blocks = try? PEM.parse(text, rules: .strict),
            let block = blocks.first(where: { $0.label == Ed25519PublicKey.label }),
            let key = Ed25519PublicKey(subjectPublicKeyInfo: block.octets)
        else { throw KeystoreError(.decoding, "the text does not contain a public Ed25519 key in PEM") }
        self = key
    }

    /// A block `PUBLIC KEY`, which openssl reads as well.
    public var pem: String {
        PEM.encode(Ed25519PublicKey.subjectPublicKeyInfo + rawRepresentation, label: Ed25519PublicKey.label)
    }

    /// The key's name in signatures and messages: SHA-256 of its 32 octets, 64 hexadecimal digits.
    public var fingerprint: String { Hex.encode(SHA256.hash(rawRepresentation.span)) }

    /// Whether this key made a signature over a message; RFC 8032, section 5.1.7.
    package func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        do throws(LibcryptoError) {
            return try PublicKeyOperation.isEd25519Signature(signature, of: message, by: rawRepresentation)
        } catch { return false }
    }

    /// The fingerprint.
    public var description: String { fingerprint }
}
