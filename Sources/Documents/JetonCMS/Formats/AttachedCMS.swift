public import JetonASN1
import JetonLibcrypto
import JetonOctets
public import JetonX509

/// A CMS message that holds its content (`.p7m`).
///
/// The message is DER if the content has at most 1 MiB, or if its size is known and signatures of the key have a fixed
/// size (RSA, Ed25519). Otherwise it is BER with indefinite lengths: around everything but the content if the size is
/// known, and around segments of 256 KiB if it is not.
///
/// - SeeAlso: RFC 5652, 5.2; ITU-T X.690 (2021), 8.1.3.6.
public struct AttachedCMS: SequentialFormat {
    /// Content up to this size is held in memory, so that the message can always be DER.
    static let bufferedContentLimit = 1 << 20

    /// Who signs, and with what attributes.
    public let signer: CMSSigner
    /// Whether unsigned attributes of any size can be added to a message of more than 1 MiB, which is BER then.
    public let leavesRoom: Bool

    /// Makes the format of a signer.
    public init(signer: CMSSigner, leavesRoom: Bool = false) {
        self.signer = signer
        self.leavesRoom = leavesRoom
    }

    /// Hashes the content on its way to the sink; content of at most 1 MiB is held instead.
    ///
    /// - Throws: ``DocumentError/Code/contentSizeMismatch`` if `size` was wrong; what source and sink throw.
    public func prepare(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        algorithm: SignatureAlgorithm,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> PreparedCMS {
        guard size ?? 0 <= 1 << 62 else { throw DocumentError(.invalidArgument, "content of more than 4 EiB") }
        let hash = algorithm.contentHash
        var frame = SignedDataFrame(hash: hash, certificates: signer.certificates)
        var buffer = [UInt8](repeating: 0, count: MemorySource.pieceSize)
        var held: [UInt8] = []
        var isAtEnd = false
        while held.count <= AttachedCMS.bufferedContentLimit {
            guard let count = try content.fill(&buffer) else {
                isAtEnd = true
                break
            }
            held += buffer[..<count]
        }
        if isAtEnd {
            let count = UInt64(held.count)
            try checkSize(count, against: size)
            return try prepared(frame, algorithm, digest: hash.hash(held), size: count, .held(held))
        }

        frame.expectsResponses = signer.completion?.addsEvidence ?? false
        let progress = try progress(frame, algorithm, size: size)
        switch (progress, size) {
        case (.definite(let closingSize), let size?):
            try sink.write(frame.head(contentSize: size, closingSize: closingSize))
        case (_, let size?): try sink.write(frame.head(contentSize: size))
        case (_, nil): try sink.write(frame.indefiniteHead)
        }
        var writer = ContentWriter(hash: try hash.begin(), isSegmented: size == nil)
        try writer.write(held.span, to: &sink)
        held = []
        while let count = try content.fill(&buffer) {
            try writer.write(buffer.span.extracting(first: count), to: &sink)
        }
        try checkSize(writer.count, against: size)
        if size == nil { try sink.write(SignedDataFrame.endOfSegments) }
        return try prepared(frame, algorithm, digest: writer.hash.finish(), size: writer.count, progress)
    }

    /// Checks a message with the content that it holds.
    public func readBack(
        _ document: consuming (some ByteSource & ~Copyable),
        of prepared: PreparedCMS
    ) throws -> CMSReport {
        try prepared.check(CMSVerifier().verifyAttached(document))
    }

    /// Checks a message with the content that it holds.
    ///
    /// - Parameters:
    ///   - document: The message, read to its end.
    ///   - content: Not read.
    ///   - policy: Whom to trust, and for what.
    /// - Returns: What the message says of each signer.
    /// - Throws: As ``CMSVerifier/verifyAttached(_:)``.
    public func verify(
        _ document: consuming (some ByteSource & ~Copyable),
        content: inout (some ByteSource & ~Copyable),
        policy: VerificationPolicy
    ) throws -> CMSReport {
        try CMSVerifier(policy).verifyAttached(document)
    }

    // MARK: - Parts

    /// How lengths are written: definite if the closing's is known beforehand.
    private func progress(
        _ frame: SignedDataFrame,
        _ algorithm: SignatureAlgorithm,
        size: UInt64?
    ) throws(DocumentError) -> PreparedCMS.Progress {
        guard size != nil, !leavesRoom, signer.completion == nil,
            let signatureSize = signer.certificate.publicKey.signatureSize
        else {
            return .indefinite
        }
        let placeholder =
            try signer
            .placeholder(algorithm)
            .encode(signature: [UInt8](repeating: 0, count: signatureSize))
        return .definite(closingSize: frame.closing(signerInfo: placeholder).count)
    }

    private func prepared(
        _ frame: SignedDataFrame,
        _ algorithm: SignatureAlgorithm,
        digest: [UInt8],
        size: UInt64,
        _ progress: PreparedCMS.Progress
    ) throws(DocumentError) -> PreparedCMS {
        PreparedCMS(
            contentDigest: digest,
            contentSize: size,
            signerInfo: try signer.builder(digest, algorithm),
            frame: frame,
            progress: progress,
            completion: signer.completion
        )
    }

    private func checkSize(_ count: UInt64, against size: UInt64?) throws(DocumentError) {
        guard let size, size != count else { return }
        throw DocumentError(.contentSizeMismatch, "the content has \(count) bytes, not \(size)")
    }
}

/// Hashes content on its way to a sink, as it is or in segments.
private struct ContentWriter {
    let hash: RunningDigest
    let isSegmented: Bool
    private(set) var count: UInt64 = 0

    init(hash: RunningDigest, isSegmented: Bool) {
        self.hash = hash
        self.isSegmented = isSegmented
    }

    mutating func write(_ octets: Span<UInt8>, to sink: inout (some ByteSink & ~Copyable)) throws {
        try hash.update(octets)
        count += UInt64(octets.count)
        if isSegmented { try sink.write(SignedDataFrame.segmentHead(octets.count)) }
        try sink.write(octets)
    }
}
