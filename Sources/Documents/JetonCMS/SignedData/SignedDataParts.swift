package import JetonASN1
import JetonX509

/// A SignedData message taken apart, without its content, so that signers, certificates and evidence can be added.
///
/// Each part is kept as it was encoded, since signatures and timestamps cover parts octet by octet.
///
/// - SeeAlso: RFC 5652, 5.1.
package struct SignedDataParts: Hashable, Sendable {
    /// The type of the content.
    package let contentType: OID
    /// The announced hash algorithms: AlgorithmIdentifiers.
    package var hashes: [[UInt8]]
    /// The certificates: CertificateChoices.
    package var certificates: [[UInt8]]
    /// The revocation lists and OCSP responses: RevocationInfoChoices.
    package var revocations: [[UInt8]]
    /// The signers.
    package var signers: [SignerParts]

    /// Collects parts.
    package init(
        contentType: OID,
        hashes: [[UInt8]],
        certificates: [[UInt8]],
        revocations: [[UInt8]],
        signers: [SignerParts]
    ) {
        self.contentType = contentType
        self.hashes = hashes
        self.certificates = certificates
        self.revocations = revocations
        self.signers = signers
    }

    /// Adds a certificate unless it is there.
    package mutating func add(certificate: [UInt8]) {
        if !certificates.contains(certificate) { certificates.append(certificate) }
    }

    /// Adds a revocation list or an OCSP response unless it is there.
    package mutating func add(revocation: [UInt8]) {
        if !revocations.contains(revocation) { revocations.append(revocation) }
    }

    /// The message without content, in DER.
    package var detachedMessage: [UInt8] { frame.detached(signers.map(\.encoded)) }

    /// The message around content in memory, in DER.
    package func message(around content: [UInt8]) -> [UInt8] {
        frame.attached(content: content, signers.map(\.encoded))
    }

    /// What comes in front of content of a known size, in DER.
    package func head(contentSize: UInt64) -> [UInt8] {
        frame.head(contentSize: contentSize, closingSize: closing.count)
    }

    /// What comes behind the content, in DER.
    package var closing: [UInt8] { frame.closing(signers.map(\.encoded)) }

    var frame: SignedDataFrame {
        SignedDataFrame(
            contentType: contentType,
            hashes: hashes,
            certificates: certificates,
            revocations: revocations,
            hasNumberedSigner: signers.contains { $0.isNumbered }
        )
    }
}
