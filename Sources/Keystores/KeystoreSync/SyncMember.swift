public import AgeFiles
import JetonASN1
import JetonJSON
public import JetonKeystoreBase
import JetonOctets

/// A device of the user that takes part in synchronization, by its public keys.
public struct SyncMember: Hashable, Sendable {
    /// A name for people, 1 to 64 octets.
    public let name: String
    /// Whom bundles are encrypted to.
    public let recipient: AgeRecipient
    /// What verifies the device's bundles.
    public let signingKey: Ed25519PublicKey

    private static let nameLimit = 64

    /// Makes a member.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a name that is empty or longer than 64 octets.
    public init(name: String, recipient: AgeRecipient, signingKey: Ed25519PublicKey) throws(KeystoreError) {
        guard (1...SyncMember.nameLimit).contains(name.utf8.count) else {
            throw KeystoreError(.invalidParameter, "a device's name has 1 to \(SyncMember.nameLimit) bytes")
        }
        self.name = name
        self.recipient = recipient
        self.signingKey = signingKey
    }

    /// The device's name in bundles.
    public var device: SyncDeviceIdentifier { SyncDeviceIdentifier(signingKey) }

    /// Twenty hexadecimal digits in groups of four, for people who compare two screens.
    public var fingerprint: String { ShortFingerprint.text(SHA256.hash(json.encoded.span)) }

    /// One line of text for the way from one device to another.
    public var card: String { String(decoding: json.encoded, as: UTF8.self) }

    /// Reads a card; who handed it over is proved by comparing ``fingerprint`` alone.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(card: String) throws(KeystoreError) {
        try SHA256.prepare()
        do throws(EncodingError) {
            self = try SyncMember(try JSONReader.read(Array(card.utf8)))
        } catch {
            throw KeystoreError(.decoding, "the text is not a valid device card")
        }
    }

    var json: CanonicalJSON {
        .object([
            "name": .string(name),
            "recipient": .string(recipient.rawValue),
            "signing-key": .string(Base64.encode(signingKey.rawRepresentation)),
        ])
    }

    init(_ value: CanonicalJSON) throws(EncodingError) {
        var members = try CanonicalJSONObject(value)
        let name = try members.string("name", limit: SyncMember.nameLimit)
        guard !name.isEmpty, let recipient = AgeRecipient(rawValue: try members.string("recipient", limit: 128)),
            let key = Ed25519PublicKey(rawRepresentation: try members.base64("signing-key", count: 32))
        else { throw EncodingError(.unexpectedValue, at: 0) }
        try members.finish()
        self.name = name
        self.recipient = recipient
        signingKey = key
    }
}
