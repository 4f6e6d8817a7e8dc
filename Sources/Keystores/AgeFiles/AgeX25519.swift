import JetonASN1
import JetonKeystoreBase
import JetonOctets

/// The stanza `X25519`: the file key for one recipient.
///
/// - SeeAlso: age v1 (C2SP/age), "The X25519 recipient type".
enum AgeX25519 {
    /// The stanza's type.
    static let type = "X25519"
    private static let information = "age-encryption.org/v1/X25519"

    /// Wraps a file key for a recipient with a fresh ephemeral key.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if the recipient is a point of low order.
    static func wrap(_ fileKey: borrowing Secret, for recipient: AgeRecipient) throws(KeystoreError) -> AgeStanza {
        let ephemeral = try Primitives.randomKey()
        let share = try Primitives.publicKey(of: ephemeral)
        guard let shared = Primitives.agree(ephemeral, with: recipient.publicKey) else {
            throw KeystoreError(.invalidParameter, "the recipient \(recipient) is not a usable X25519 key")
        }
        let key = try wrapKey(shared, ephemeralShare: share, recipient: recipient)
        return AgeStanza(
            arguments: [type, Base64.encode(share, padded: false)],
            body: try AgeFileKey.wrap(fileKey, with: key)
        )
    }

    /// The ephemeral share of a stanza of this type.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` if the stanza has another form.
    static func ephemeralShare(_ stanza: AgeStanza) throws(KeystoreError) -> [UInt8] {
        guard stanza.arguments.count == 2, stanza.body.count == AgeFileKey.wrappedCount,
            let share = Base64.decode(stanza.arguments[1], padded: false), share.count == 32
        else { throw KeystoreError(.decoding, "the age header has a malformed X25519 stanza") }
        return share
    }

    /// The key that wraps the file key.
    static func wrapKey(
        _ shared: borrowing Secret,
        ephemeralShare: [UInt8],
        recipient: AgeRecipient
    ) throws(KeystoreError) -> Secret {
        try AgeFileKey.derive(shared, salt: ephemeralShare + recipient.publicKey, information: information)
    }
}
