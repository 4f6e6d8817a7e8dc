import JetonASN1
import JetonOctets
public import JetonX509

/// What a timestamp is about: the digest of data that the authority does not see.
///
/// - SeeAlso: RFC 3161, 2.4.1.
public struct MessageImprint: Hashable, Sendable {
    /// The hash.
    public let hash: HashAlgorithm
    /// The digest; as long as the hash says.
    public let digest: [UInt8]

    /// Makes an imprint of a digest that was computed elsewhere.
    ///
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a digest of another length.
    public init(hash: HashAlgorithm, digest: [UInt8]) throws(DocumentError) {
        guard digest.count == hash.digestSize else {
            throw DocumentError(
                .invalidArgument,
                "expected a digest of \(hash.digestSize) bytes for \(hash), found \(digest.count)"
            )
        }
        self.hash = hash
        self.digest = digest
    }

    /// Reads a MessageImprint; nil for a hash that is not known here.
    init?(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        let algorithm = try AlgorithmIdentifier(reader.next())
        digest = try reader.next().octetString()
        try reader.finish()
        guard let hash = HashAlgorithm(oid: algorithm.oid), hash.digestSize == digest.count else { return nil }
        self.hash = hash
    }

    var derRepresentation: [UInt8] {
        DER.sequence(DER.sequence(DER.oid(hash.oid), DER.null), DER.octetString(digest))
    }
}
