public import JetonASN1
public import JetonX509

/// What checking a SignedData message showed.
public struct CMSReport: Hashable, Sendable {
    /// The type of the content; id-data (1.2.840.113549.1.7.1) for files.
    public let contentType: OID
    /// How many octets the content has.
    public let contentSize: UInt64
    /// Whether the message holds its content itself.
    public let holdsContent: Bool
    /// The certificates in the message.
    public let certificates: [Certificate]
    /// How many certificates of the message are of a kind that could not be read.
    public let unreadableCertificates: Int
    /// The signers, in the message's order.
    public let signers: [SignerReport]
    /// The message taken apart; its signers are those of ``signers`` in the same order.
    package let parts: SignedDataParts
    /// The digests of the content that were computed.
    package let contentDigests: [ContentDigest]

    /// Whether there is a signer, and each signer's signature holds, trusted or not.
    public var isIntact: Bool { !signers.isEmpty && signers.allSatisfy(\.isIntact) }

    /// Whether there is a signer, and each one's checks all passed.
    public var isValid: Bool { !signers.isEmpty && signers.allSatisfy(\.isValid) }
}
