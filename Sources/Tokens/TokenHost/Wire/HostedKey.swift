internal import JetonOctets
package import JetonX509
internal import TokenKit

/// A key pair on a token in a child.
package struct HostedKey: Hashable, Sendable {
    /// The public half, by which the key is found again.
    package let publicKey: PublicKey
    /// Its `CKA_LABEL`.
    package let label: String
    /// Whether each signature needs the PIN; false also where that is not known before a login.
    package let alwaysAuthenticates: Bool
    /// Whether a certificate of the key is for signatures that bind a person (`contentCommitment`).
    package let isForDocuments: Bool

    /// Makes a key.
    package init(publicKey: PublicKey, label: String, alwaysAuthenticates: Bool, isForDocuments: Bool) {
        self.publicKey = publicKey
        self.label = label
        self.alwaysAuthenticates = alwaysAuthenticates
        self.isForDocuments = isForDocuments
    }

    /// Whether the key signs documents or is asked for each time: it is not offered to programs by itself.
    package var isGuarded: Bool { alwaysAuthenticates || isForDocuments }

    func write(to writer: inout SurveyWriter) {
        writer.write(publicKey.derRepresentation)
        writer.write(label)
        writer.write(alwaysAuthenticates)
        writer.write(isForDocuments)
    }

    init(_ reader: inout SurveyReader) throws(EncodingError) {
        guard let key = try? PublicKey(derRepresentation: try reader.bytes()) else {
            throw EncodingError(.unexpectedValue, at: 0, "a public key")
        }
        self.init(
            publicKey: key,
            label: try reader.text(),
            alwaysAuthenticates: try reader.flag(),
            isForDocuments: try reader.flag()
        )
    }
}
