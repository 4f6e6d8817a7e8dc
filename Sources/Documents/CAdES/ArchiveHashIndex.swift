import JetonASN1
import JetonCMS
import JetonOctets
import JetonValidation
import JetonX509

/// What an archive timestamp covers besides the content and the signature: the digests of certificates, evidence and
/// unsigned attributes.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.5.2: ATSHashIndexV3.
struct ArchiveHashIndex: Hashable, Sendable {
    /// How many digests are read.
    private static let memberLimit = 4096

    let hash: HashAlgorithm
    /// The index as it was encoded, which is what the imprint is made of.
    let derRepresentation: [UInt8]
    private let certificates: [[UInt8]]
    private let revocations: [[UInt8]]
    private let attributes: [[UInt8]]

    /// Makes the index of everything that a message has now.
    init(of parts: SignedDataParts, signer: SignerParts, hash: HashAlgorithm) throws(DocumentError) {
        self.hash = hash
        certificates = try ArchiveHashIndex.digests(parts.certificates, hash)
        revocations = try ArchiveHashIndex.digests(parts.revocations, hash)
        attributes = try ArchiveHashIndex.digests(ArchiveHashIndex.values(of: signer), hash)
        func list(_ digests: [[UInt8]]) -> [UInt8] { DER.sequence(digests.map { DER.octetString($0) }) }
        derRepresentation = DER.sequence(
            AlgorithmIdentifier(hash).derRepresentation,
            list(certificates),
            list(revocations),
            list(attributes)
        )
    }

    /// Reads an index.
    ///
    /// - Throws: `DocumentError` for one that is malformed, or made by a hash that is not known here.
    init(derRepresentation: [UInt8]) throws(DocumentError) {
        let parts = try reading("archive timestamp's hash index") { () throws(EncodingError) in
            var reader = try ASN1Element.parse(derRepresentation, rules: .basic).members(of: .sequence)
            let algorithm = try AlgorithmIdentifier(reader.next())
            let lists = [
                try ArchiveHashIndex.list(reader.next()), try ArchiveHashIndex.list(reader.next()),
                try ArchiveHashIndex.list(reader.next()),
            ]
            try reader.finish()
            return (algorithm: algorithm, lists: lists)
        }
        guard let hash = HashAlgorithm(oid: parts.algorithm.oid) else {
            throw DocumentError(
                .unsupportedAlgorithm,
                "the archive timestamp's hash index uses a hash algorithm that is not supported"
            )
        }
        self.hash = hash
        self.derRepresentation = derRepresentation
        (certificates, revocations, attributes) = (parts.lists[0], parts.lists[1], parts.lists[2])
    }

    /// The index in the unsigned attributes of a timestamp's signer.
    init?(in attributes: [CMSAttribute]) throws(DocumentError) {
        let found = attributes.filter { $0.type == .archiveHashIndex }
        guard found.count == 1, let value = found[0].values.first, found[0].values.count == 1 else { return nil }
        try self.init(derRepresentation: value)
    }

    private static func list(_ element: ASN1Element) throws(EncodingError) -> [[UInt8]] {
        var reader = try element.members(of: .sequence)
        var digests: [[UInt8]] = []
        for member in try reader.rest(limit: memberLimit) { digests.append(try member.octetString()) }
        return digests
    }

    private static func digests(_ octets: [[UInt8]], _ hash: HashAlgorithm) throws(DocumentError) -> [[UInt8]] {
        var digests: [[UInt8]] = []
        for part in octets { digests.append(try hash.hash(part)) }
        return digests
    }

    /// Each value of each unsigned attribute, behind the attribute's type.
    private static func values(of signer: SignerParts) -> [[UInt8]] {
        signer.unsignedAttributes.flatMap { attribute in attribute.values.map { DER.oid(attribute.type) + $0 } }
    }

    /// Whether the index covers a value of an unsigned attribute.
    func covers(_ type: OID, _ value: [UInt8]) -> Bool {
        guard let digest = try? hash.hash(DER.oid(type) + value) else { return false }
        return attributes.contains(digest)
    }

    /// Why a message does not have everything that the index names; nil if it does.
    func missing(in parts: SignedDataParts, signer: SignerParts) throws(DocumentError) -> String? {
        func lacks(_ digests: [[UInt8]], _ octets: [[UInt8]]) throws(DocumentError) -> Bool {
            let present = Set(try ArchiveHashIndex.digests(octets, hash))
            return digests.contains { !present.contains($0) }
        }
        if try lacks(certificates, parts.certificates) {
            return "a certificate that the timestamp covers was removed or changed"
        }
        if try lacks(revocations, parts.revocations) {
            return "evidence that the timestamp covers was removed or changed"
        }
        if try lacks(attributes, ArchiveHashIndex.values(of: signer)) {
            return "an attribute that the timestamp covers was removed or changed"
        }
        return nil
    }

    /// What an archive timestamp with this index is over.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content.
    ///   - content: The content's digest by the timestamp's hash.
    ///   - signer: Whose signature it is over.
    /// - Returns: The digest that the timestamp is over.
    /// - Throws: `DocumentError` if the hash cannot be computed.
    /// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.5.3.
    func imprint(
        _ contentType: OID,
        content: ContentDigest,
        signer: SignerParts
    ) throws(DocumentError) -> MessageImprint {
        let octets = DER.oid(contentType) + content.digest + signer.fields + derRepresentation
        return try MessageImprint(hash: content.hash, digest: content.hash.hash(octets))
    }
}
