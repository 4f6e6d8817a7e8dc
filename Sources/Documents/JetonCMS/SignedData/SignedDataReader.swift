import JetonASN1
import JetonOctets
import JetonX509

/// Reads a SignedData message from a source in one pass: what is before the content, the content, what is behind it.
///
/// - SeeAlso: RFC 5652, 5.1 and 5.2.
struct SignedDataReader<Source: ByteSource & ~Copyable> {
    /// How many octets certificates, revocation lists and signers may have, each.
    static var fieldLimit: Int { 8 << 20 }
    /// How many hash algorithms a message may announce.
    static var hashLimit: Int { 16 }
    /// How many certificates a message may hold.
    static var certificateLimit: Int { 512 }
    /// How many signers a message may have.
    static var signerLimit: Int { 32 }

    private let stream: BERStream<PEMDecodingSource<Source>>
    /// The hash algorithms that the message announces, as far as they are known here.
    let announcedHashes: [HashAlgorithm]
    /// What the message announces, as it was encoded.
    let encodedHashes: [[UInt8]]
    /// The type of the content.
    let contentType: OID
    /// Whether the content is in the message.
    let hasContent: Bool

    /// Reads up to the content.
    ///
    /// - Throws: ``DocumentError``, and what the source throws.
    init(_ source: consuming Source) throws {
        let labels = ["CMS", "PKCS7", "PKCS #7 SIGNED DATA"]
        let stream = BERStream(PEMDecodingSource(source, labels: labels))
        let (announced, encoded, content, isDetached) = try readingMessage {
            try SignedDataReader.readOpening(stream)
        }
        announcedHashes = announced
        encodedHashes = encoded
        contentType = content
        hasContent = !isDetached
        self.stream = stream
    }

    private static func readOpening(
        _ stream: BERStream<PEMDecodingSource<Source>>
    ) throws -> (announced: [HashAlgorithm], encoded: [[UInt8]], content: OID, isDetached: Bool) {
        try stream.enter(.sequence)
        let type = try stream.readElement(limit: 1024)
        guard try type.oid() == .signedData else {
            throw DocumentError(.malformed, "CMS message: the type is not signed data")
        }
        try stream.enter(.contextConstructed(0))
        try stream.enter(.sequence)
        let version = try stream.readElement(limit: 16)
        let hashes = try stream.readElement(limit: 65_536)
        _ = try version.int()
        let (announced, encoded) = try SignedDataReader.hashes(hashes)
        try stream.enter(.sequence)
        let content = try stream.readElement(limit: 1024).oid()
        return (announced, encoded, content, try stream.isAtEnd())
    }

    private static func hashes(
        _ element: ASN1Element
    ) throws(EncodingError) -> (known: [HashAlgorithm], encoded: [[UInt8]]) {
        var reader = try element.members(of: .set)
        var hashes: [HashAlgorithm] = []
        var encoded: [[UInt8]] = []
        for member in try reader.rest(limit: hashLimit) {
            let algorithm = try AlgorithmIdentifier(member)
            encoded.append(Array(member.encoded))
            if let hash = HashAlgorithm(oid: algorithm.oid), !hashes.contains(hash) { hashes.append(hash) }
        }
        return (hashes, encoded)
    }

    /// Reads the content in pieces; only if ``hasContent``, and once.
    func readContent(_ body: (Span<UInt8>) throws -> Void) throws {
        try readingMessage {
            try stream.enter(.contextConstructed(0))
            try stream.readOctetString(body)
            try stream.leave()
        }
    }

    /// Reads what is behind the content, to the end of the source; once.
    func readRest() throws -> SignedDataRest { try readingMessage { try readClosing() } }

    private func readClosing() throws -> SignedDataRest {
        try stream.leave()
        let certificates = try nextField(.contextConstructed(0))
        let revocations = try nextField(.contextConstructed(1))
        let signers = try stream.readElement(limit: Self.fieldLimit)
        for _ in 0..<3 { try stream.leave() }
        guard try stream.isExhausted() else { throw stream.failure(.trailingOctets) }
        return try SignedDataRest(certificates: certificates, revocations: revocations, signers: signers)
    }

    private func nextField(_ tag: ASN1Tag) throws -> ASN1Element? {
        try stream.nextTag() == tag ? try stream.readElement(limit: Self.fieldLimit) : nil
    }
}

/// Turns the errors of encoding and armor into ``DocumentError``; others pass through.
private func readingMessage<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as EncodingError {
        throw DocumentError(reading: "CMS message", error)
    } catch let error as PEMError {
        throw DocumentError(error)
    }
}
