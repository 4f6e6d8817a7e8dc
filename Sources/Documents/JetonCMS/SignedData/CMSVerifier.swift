public import JetonASN1
public import JetonX509

/// Checks CMS SignedData with content of any size, in one pass and in constant memory.
///
/// Messages may be DER, BER or PEM. The answer has a reason for every check; an error is thrown only if the message
/// cannot be read at all.
///
/// ```swift
/// let verifier = CMSVerifier(trust: TrustStore(anchors))
/// let report = try verifier.verifyDetached(MemorySource(signature), content: &file)
/// for signer in report.signers where !signer.isValid { signer.failures.forEach { print($0) } }
/// ```
///
/// The code shares the reader of certificates with ``CMSSigner`` and nothing else, so it is fit to check that one's
/// output.
///
/// - SeeAlso: RFC 5652, 5.4 to 5.6.
public struct CMSVerifier: Sendable {
    /// Whom to trust, for what, and at what time.
    public let policy: VerificationPolicy
    /// Further hashes of the content to compute, besides those of the signers, by a signer's unsigned attributes.
    package var furtherHashes: @Sendable ([CMSAttribute]) -> [HashAlgorithm] = { _ in [] }

    /// Makes a verifier.
    public init(_ policy: VerificationPolicy) { self.policy = policy }

    /// Makes a verifier.
    public init(
        trust: TrustStore = TrustStore(),
        certificates: [Certificate] = [],
        purpose: CertificatePurpose = .document,
        time: UniversalTime = .now
    ) {
        policy = VerificationPolicy(trust: trust, certificates: certificates, purpose: purpose, time: time)
    }

    /// Whether a message holds its content; only its beginning is read.
    ///
    /// - Throws: As ``verifyDetached(_:content:)``.
    package static func holdsContent(_ message: consuming (some ByteSource & ~Copyable)) throws -> Bool {
        try SignedDataReader(message).hasContent
    }

    /// Checks a message against content that is kept apart.
    ///
    /// - Parameters:
    ///   - message: The message, read to its end.
    ///   - content: The content, read to its end.
    /// - Returns: What the checks showed; not valid is an answer, not an error.
    /// - Throws: ``DocumentError/Code/malformed``, ``DocumentError/Code/limitExceeded``,
    ///   ``DocumentError/Code/malformedPEM``; ``DocumentError/Code/contentPlacement`` if the message has content of its
    ///   own; what the sources throw.
    public func verifyDetached(
        _ message: consuming (some ByteSource & ~Copyable),
        content: inout (some ByteSource & ~Copyable)
    ) throws -> CMSReport {
        let reader = try SignedDataReader(message)
        guard !reader.hasContent else {
            throw DocumentError(.contentPlacement, "the message contains its own content")
        }
        let (contentType, hashes) = (reader.contentType, reader.encodedHashes)
        let rest = try reader.readRest()
        let further = rest.signers.flatMap { furtherHashes($0.unsignedAttributes) }
        var digests = ContentDigests(rest.signers.flatMap(\.neededHashes) + further)
        try content.forEachPiece { try digests.update($0) }
        return report(rest, contentType: contentType, hashes, digests, holdsContent: false)
    }

    /// Checks a message against the digest of content that is kept apart.
    ///
    /// A message that was just made is checked so without reading the content a second time.
    ///
    /// - Parameters:
    ///   - message: The message, read to its end.
    ///   - digest: The content's digest.
    ///   - hash: What made the digest; a signer who used another one is not valid.
    ///   - size: How many octets the content has, for the report.
    /// - Returns: What the checks showed.
    /// - Throws: As ``verifyDetached(_:content:)``.
    public func verifyDetached(
        _ message: consuming (some ByteSource & ~Copyable),
        contentDigest digest: [UInt8],
        hash: HashAlgorithm,
        size: UInt64
    ) throws -> CMSReport {
        try verifyDetached(message, contentDigests: [ContentDigest(hash: hash, digest: digest)], size: size)
    }

    /// Checks a message against digests of content that is kept apart, one for each hash.
    ///
    /// - Throws: As ``verifyDetached(_:content:)``.
    package func verifyDetached(
        _ message: consuming (some ByteSource & ~Copyable),
        contentDigests known: [ContentDigest],
        size: UInt64
    ) throws -> CMSReport {
        let reader = try SignedDataReader(message)
        guard !reader.hasContent else {
            throw DocumentError(.contentPlacement, "the message contains its own content")
        }
        let (contentType, hashes) = (reader.contentType, reader.encodedHashes)
        let digests = ContentDigests(known: known, size: size)
        return report(try reader.readRest(), contentType: contentType, hashes, digests, holdsContent: false)
    }

    /// Checks a message that holds its content, and hands the content on.
    ///
    /// - Parameters:
    ///   - message: The message, read to its end.
    ///   - sink: Gets the content while it is read, so before anything is known about the signature.
    /// - Returns: What the checks showed.
    /// - Throws: As ``verifyDetached(_:content:)``; ``DocumentError/Code/contentPlacement`` if there is no content; what
    ///   the sink throws.
    public func verifyAttached(
        _ message: consuming (some ByteSource & ~Copyable),
        content sink: inout (some ByteSink & ~Copyable)
    ) throws -> CMSReport {
        let reader = try SignedDataReader(message)
        guard reader.hasContent else {
            throw DocumentError(.contentPlacement, "the message does not contain its content")
        }
        let (contentType, hashes) = (reader.contentType, reader.encodedHashes)
        // What unsigned attributes want is not known before the content.
        var digests = ContentDigests(reader.announcedHashes + furtherHashes([]))
        try reader.readContent { piece in
            try digests.update(piece)
            try sink.write(piece)
        }
        return report(try reader.readRest(), contentType: contentType, hashes, digests, holdsContent: true)
    }

    /// Checks a message that holds its content.
    ///
    /// - Throws: As ``verifyAttached(_:content:)``.
    public func verifyAttached(_ message: consuming (some ByteSource & ~Copyable)) throws -> CMSReport {
        var sink = DiscardingSink()
        return try verifyAttached(message, content: &sink)
    }

    private func report(
        _ rest: SignedDataRest,
        contentType: OID,
        _ hashes: [[UInt8]],
        _ digests: ContentDigests,
        holdsContent: Bool
    ) -> CMSReport {
        let check = SignerCheck(
            contentType: contentType,
            digests: digests,
            certificates: rest.certificates + policy.certificates,
            unreadableCertificates: rest.unreadableCertificates,
            trust: policy.trust,
            purpose: policy.purpose,
            time: policy.time
        )
        var budget = WorkBudget()
        return CMSReport(
            contentType: contentType,
            contentSize: digests.size,
            holdsContent: holdsContent,
            certificates: rest.certificates,
            unreadableCertificates: rest.unreadableCertificates,
            signers: rest.signers.map { check.report($0, within: &budget) },
            parts: SignedDataParts(
                contentType: contentType,
                hashes: hashes,
                certificates: rest.certificateElements,
                revocations: rest.revocationElements,
                signers: rest.signers.map(\.parts)
            ),
            contentDigests: digests.all
        )
    }
}

/// Takes octets and forgets them.
private struct DiscardingSink: ByteSink {
    /// Gives each value an address of its own: values without a property share one, and the thread sanitizer takes
    /// their changes on several threads for a race.
    private var octetCount: UInt64 = 0

    mutating func write(_ octets: Span<UInt8>) { octetCount &+= UInt64(octets.count) }
}
