public import JetonASN1
public import JetonCMS
import JetonLibcrypto
public import JetonX509

/// A PDF with a signature after PAdES, baseline level B: the file as it was, and a revision behind it.
///
/// - SeeAlso: ETSI EN 319 142-1, 6; ISO 32000-2, 12.8.
public struct PDFSigner: SignatureFormat {
    /// Who signs.
    public let signer: CMSSigner
    /// The revision.
    package let plan: PDFSignaturePlan

    /// What the signer should know of the document, one sentence each without a full stop.
    public var notes: [String] { plan.notes }

    /// Plans the revision of a document.
    ///
    /// - Parameters:
    ///   - document: The document; its file must be what ``prepare(_:size:algorithm:to:)`` reads.
    ///   - signer: Who signs. PAdES states the time in the PDF, not in the CMS message.
    ///   - options: What the signature says, and where.
    /// - Throws: ``PDFError``.
    public init(_ document: PDFDocument, signer: CMSSigner, options: PDFSignatureOptions = .init()) throws(PDFError) {
        let signer = Self.baseline(signer)
        self.signer = signer
        plan = try PDFSignaturePlan(document, options, room: Self.size(of: signer) + options.room)
    }

    /// Takes a plan that was kept.
    package init(resuming plan: PDFSignaturePlan, signer: CMSSigner) {
        self.signer = Self.baseline(signer)
        self.plan = plan
    }

    /// A signer that states what PAdES allows.
    private static func baseline(_ signer: CMSSigner) -> CMSSigner {
        var signer = signer
        signer.signingTime = nil
        signer.namesCertificate = true
        return signer
    }

    /// How many bytes the message may have: its certificates, the largest signature of the key, and what names both.
    private static func size(of signer: CMSSigner) -> Int {
        let own = signer.certificate.derRepresentation.count
        let certificates = signer.additionalCertificates.reduce(own) { sum, next in sum + next.derRepresentation.count }
        let signature: Int
        switch signer.certificate.publicKey.kind {
        case .rsa(let modulus, _): signature = modulus.count
        default: signature = 256
        }
        let attributes = signer.furtherAttributes.flatMap(\.values).reduce(0) { sum, value in sum + value.count + 32 }
        // The issuer's name stands in the message once more; it is a part of the certificate.
        return certificates + own + signature + attributes + 512
    }

    /// Copies the document and writes the revision up to the signature.
    ///
    /// - Throws: ``PDFError/Code/invalidArgument`` if the content is not the file that was planned for.
    public func prepare(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64?,
        algorithm: SignatureAlgorithm,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> PreparedPDF {
        let running = try algorithm.contentHash.begin()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var count: UInt64 = 0
        while let filled = try content.fill(&buffer) {
            let piece = buffer.span.extracting(first: filled)
            try running.update(piece)
            try sink.write(piece)
            count += UInt64(filled)
        }
        guard count == plan.inputSize else {
            throw PDFError(.invalidArgument, "the file has \(count) bytes, but had \(plan.inputSize)")
        }
        try sink.write(plan.head.span)
        try running.update(plan.head.span)
        try running.update(plan.tail.span)
        let message = try DetachedCMS(signer: signer).prepare(
            contentDigest: running.finish(),
            size: count + UInt64(plan.head.count + plan.tail.count),
            algorithm: algorithm
        )
        return PreparedPDF(message: message, plan: plan)
    }

    /// Writes the signature and the rest of the revision.
    ///
    /// What was to be added behind the signature, such as a timestamp, is left out if the room is too small for it: the
    /// document can get a document timestamp instead, without a second signature.
    ///
    /// - Throws: ``PDFError/Code/limitExceeded`` if the message alone is larger than the room for it.
    public func complete(
        _ prepared: PreparedPDF,
        signature: [UInt8],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        var message = MemorySink()
        try DetachedCMS(signer: signer).complete(prepared.message, signature: signature, to: &message)
        guard
            let contents = plan.contents(message.octets)
                ?? plan.contents(prepared.message.parts(signature).detachedMessage)
        else {
            throw PDFError(
                .limitExceeded,
                "the signature has \(message.octets.count) bytes, but only \(plan.room) were reserved"
            )
        }
        try sink.write(contents.span)
        try sink.write(plan.tail.span)
    }

    /// Checks that a file is the prepared one with a signature that holds.
    public func readBack(
        _ document: consuming (some ByteSource & ~Copyable),
        of prepared: PreparedPDF
    ) throws -> CMSReport {
        let running = try prepared.algorithm.contentHash.begin()
        let start = plan.inputSize + UInt64(plan.head.count)
        let end = start + UInt64(plan.room * 2 + 2)
        var contents: [UInt8] = []
        var offset: UInt64 = 0
        try document.forEachPiece { piece in
            let next = offset + UInt64(piece.count)
            let first = Int(min(max(offset, start), next) - offset)
            let last = Int(min(max(offset, end), next) - offset)
            try running.update(piece.extracting(0..<first))
            for index in first..<last { contents.append(piece[index]) }
            try running.update(piece.extracting(last..<piece.count))
            offset = next
        }
        let digest = try running.finish()
        guard digest == prepared.message.contentDigest, offset == end + UInt64(plan.tail.count) else {
            throw DocumentError(.signatureMismatch, "the file does not contain the signed data")
        }
        var parser = PDFParser(contents, limits: PDFLimits())
        guard let message = try SignatureContents.message(parser.readObject().string) else {
            throw DocumentError(.signatureMismatch, "the file does not contain the signature")
        }
        return try DetachedCMS(signer: signer).readBack(MemorySource(message), of: prepared.message)
    }
}
