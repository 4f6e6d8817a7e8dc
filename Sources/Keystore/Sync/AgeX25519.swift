import Crypto

/// The stanza `X25519`: the file key for one recipient.
///
/// - SeeAlso: age v1 (C2SP/age), "The X25519 recipient type".
enum AgeX25519 {
    /// The stanza's type.
    static let type = "X25519"
    private static let information = Array("age-encryption.org/v1/X25519".utf8)

    /// Wraps a file key for a recipient with a fresh ephemeral key.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if the recipient is a point of low order.
    static func wrap(_ fileKey: SymmetricKey, for recipient: AgeRecipient) throws(KeystoreError) -> AgeStanza {
        let ephemeral = Curve25519.KeyAgreement.PrivateKey()
        let share = Array(ephemeral.publicKey.rawRepresentation)
        guard let shared = agree(ephemeral, with: recipient.publicKey) else {
            throw KeystoreError(.invalidParameter, "the recipient \(recipient) is no usable X25519 key")
        }
        return AgeStanza(
            arguments: [type, Base64Text.encode(share, padded: false)],
            body: try AgeFileKey.wrap(fileKey, with: wrapKey(shared, ephemeralShare: share, recipient: recipient))
        )
    }

    /// The ephemeral share of a stanza of this type.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` if the stanza has another form.
    static func ephemeralShare(_ stanza: AgeStanza) throws(KeystoreError) -> [UInt8] {
        guard stanza.arguments.count == 2, stanza.body.count == AgeFileKey.wrappedCount,
            let share = Base64Text.decode(stanza.arguments[1], padded: false), share.count == 32
        else { throw KeystoreError(.decoding, "the age header has a malformed X25519 stanza") }
        return share
    }

    /// X25519; RFC 7748, section 6.1.
    ///
    /// - Returns: Nil for a point of low order, whose shared secret is all zeros.
    static func agree(_ key: Curve25519.KeyAgreement.PrivateKey, with publicKey: [UInt8]) -> SharedSecret? {
        guard let peer = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
            let shared = try? key.sharedSecretFromKeyAgreement(with: peer)
        else { return nil }
        // swift-crypto answers the zeros where age and the RFC want a refusal.
        let sum = unsafe shared.withUnsafeBytes { unsafe $0.reduce(UInt8(0)) { $0 | $1 } }
        return sum == 0 ? nil : shared
    }

    /// The key that wraps the file key.
    static func wrapKey(_ shared: SharedSecret, ephemeralShare: [UInt8], recipient: AgeRecipient) -> SymmetricKey {
        shared.hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: ephemeralShare + recipient.publicKey,
            sharedInfo: information,
            outputByteCount: 32
        )
    }
}
