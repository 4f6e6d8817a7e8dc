public import JetonASN1
public import JetonX509

/// A CMS message beside its content (`.p7s`).
///
/// - SeeAlso: RFC 5652, 5.2.
public struct DetachedCMS: SequentialFormat {
    /// Who signs, and with what attributes.
    public let signer: CMSSigner

    /// Makes the format of a signer.
    public init(signer: CMSSigner) { self.signer = signer }

    /// Hashes the content; writes nothing.
    public func prepare(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        algorithm: SignatureAlgorithm,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> PreparedCMS {
        let (digest, count) = try algorithm.contentHash.hash(&content)
        return try prepare(contentDigest: digest, size: count, algorithm: algorithm)
    }

    /// Prepares a signature over content whose digest was computed elsewhere.
    ///
    /// - Parameters:
    ///   - contentDigest: The digest by the algorithm's ``SignatureAlgorithm/contentHash``.
    ///   - size: How many bytes the content has, for the report.
    ///   - algorithm: How the key will sign.
    /// - Returns: The message without its signature.
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a digest of another length.
    public func prepare(
        contentDigest: [UInt8],
        size: UInt64,
        algorithm: SignatureAlgorithm
    ) throws(DocumentError) -> PreparedCMS {
        let hash = algorithm.contentHash
        guard contentDigest.count == hash.digestSize else {
            throw DocumentError(.invalidArgument, "\(contentDigest.count) bytes are not a \(hash) digest")
        }
        return PreparedCMS(
            contentDigest: contentDigest,
            contentSize: size,
            signerInfo: try signer.builder(contentDigest, algorithm),
            frame: SignedDataFrame(hash: hash, certificates: signer.certificates),
            progress: .detached,
            completion: signer.completion
        )
    }

    /// Checks a message against the digest of the content, without reading the content again.
    public func readBack(
        _ document: consuming (some ByteSource & ~Copyable),
        of prepared: PreparedCMS
    ) throws -> CMSReport {
        let report = try CMSVerifier().verifyDetached(
            document,
            contentDigest: prepared.contentDigest,
            hash: prepared.algorithm.contentHash,
            size: prepared.contentSize
        )
        return try prepared.check(report)
    }

    /// Checks a message against its content.
    public func verify(
        _ document: consuming (some ByteSource & ~Copyable),
        content: inout (some ByteSource & ~Copyable),
        policy: VerificationPolicy
    ) throws -> CMSReport {
        try CMSVerifier(policy).verifyDetached(document, content: &content)
    }
}
