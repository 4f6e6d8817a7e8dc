import JetonASN1
public import JetonX509

/// A CMS message whose signature is missing.
public struct PreparedCMS: PreparedSignature {
    /// Where the content is, and what of the message was written.
    enum Progress: Sendable {
        /// The content is kept apart; nothing was written.
        case detached
        /// The content is held; nothing was written.
        case held([UInt8])
        /// Everything in front of the closing, which must have this many bytes, was written.
        case definite(closingSize: Int)
        /// Everything in front of the closing was written with indefinite lengths.
        case indefinite
    }

    /// The digest of the content.
    public let contentDigest: [UInt8]
    /// How many bytes the content has.
    public let contentSize: UInt64
    /// What is added behind the signature and not covered by it, such as a timestamp over it.
    ///
    /// An attached message of more than 1 MiB takes them only if ``AttachedCMS/leavesRoom`` was set.
    public var unsignedAttributes: [CMSAttribute] = []

    let signerInfo: SignerInfoBuilder
    let frame: SignedDataFrame
    let progress: Progress
    let completion: SignatureCompletion?

    init(
        contentDigest: [UInt8],
        contentSize: UInt64,
        signerInfo: SignerInfoBuilder,
        frame: SignedDataFrame,
        progress: Progress,
        completion: SignatureCompletion?
    ) {
        self.contentDigest = contentDigest
        self.contentSize = contentSize
        self.signerInfo = signerInfo
        self.frame = frame
        self.progress = progress
        self.completion = completion
    }

    /// The signed attributes in DER under the tag SET (RFC 5652, 5.4).
    public var octetsToSign: [UInt8] { signerInfo.octetsToSign }

    /// How the key signs.
    public var algorithm: SignatureAlgorithm { signerInfo.algorithm }

    /// The message with its signature, before anything is added behind that.
    package func parts(_ signature: [UInt8]) -> SignedDataParts {
        var builder = signerInfo
        builder.unsignedAttributes = unsignedAttributes
        return SignedDataParts(
            contentType: .data,
            hashes: frame.hashes,
            certificates: frame.certificates,
            revocations: frame.revocations,
            signers: [builder.parts(signature: signature)]
        )
    }

    /// The content's digest with its hash.
    package var digest: ContentDigest { ContentDigest(hash: algorithm.contentHash, digest: contentDigest) }

    /// Writes what is missing.
    func complete(_ signature: [UInt8], to sink: inout (some ByteSink & ~Copyable)) throws {
        var parts = parts(signature)
        try completion?.add(&parts, 0, digest)
        switch progress {
        case .detached: try sink.write(parts.detachedMessage)
        case .held(let content): try sink.write(parts.message(around: content))
        case .definite(let closingSize):
            guard parts.closing.count == closingSize else {
                throw DocumentError(.invalidArgument, "the message has no space for unsigned attributes")
            }
            try sink.write(parts.closing)
        case .indefinite: try sink.write(parts.closing + SignedDataFrame.endOfMessage)
        }
    }

    /// Checks that a message which was read back is this one.
    func check(_ report: CMSReport) throws(DocumentError) -> CMSReport {
        guard report.isIntact, report.signers.map(\.certificate) == [signerInfo.certificate] else {
            let failures = report.signers.flatMap(\.failures).filter { !$0.check.isAboutTrust }
            let detail = failures.map { "\($0)" }.joined(separator: ", ")
            throw DocumentError(.signatureMismatch, "the signature does not match: \(detail)")
        }
        guard report.contentSize == contentSize else {
            throw DocumentError(
                .contentSizeMismatch,
                "the message contains \(report.contentSize) bytes of \(contentSize)"
            )
        }
        return report
    }
}

extension SignatureFormat where Prepared == PreparedCMS {
    /// Writes what is missing: the whole message if its content is kept apart or was held, otherwise the signer.
    ///
    /// - Throws: ``DocumentError/Code/invalidArgument`` for unsigned attributes without room; what the sink throws.
    public func complete(
        _ prepared: PreparedCMS,
        signature: [UInt8],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        try prepared.complete(signature, to: &sink)
    }
}
