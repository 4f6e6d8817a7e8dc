package import JetonASN1
package import JetonCMS
import JetonLibcrypto
package import JetonX509
import JetonXML

/// Signatures in the document that they sign.
extension XMLSignatureFormat {
    /// How many bytes may stand behind the root element.
    private static let epilogLimit = 1 << 20

    /// Signs a document and writes it; reads back a long one while it is written.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's.
    ///   - output: Gets the document; worth nothing if this call throws.
    ///   - written: Reads the output from its beginning, also what is written later; used by another thread until this
    ///     call ends.
    ///   - threshold: How many bytes are written before a second thread is worth its start; 1 MiB.
    ///   - rereading: Opens what the output holds.
    /// - Returns: What reading back showed.
    /// - Throws: As ``sign(_:size:key:algorithm:to:rereading:)``.
    @discardableResult
    package func sign<Output: ByteSink & ~Copyable, Written: ByteSource & ~Copyable>(
        _ content: inout (some ByteSource & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm,
        to output: inout Output,
        following written: some ByteSource & Sendable,
        from threshold: UInt64 = 1 << 20,
        rereading: (inout Output) throws -> Written
    ) throws -> XMLSignatureReport {
        // A signer that digests contents may ask a server, which is asked once.
        guard packaging == .enveloped, plan == nil, !signer.digestsContents else {
            return try sign(&content, key: key, algorithm: algorithm, to: &output, rereading: rereading)
        }
        let id = try XMLText.identifier("S")
        let reading = FollowedReading(of: written, from: threshold, try foreseenSignature(id, algorithm))
        defer { reading.cancel() }
        let prepared = try prepareEnveloped(&content, algorithm, id, to: &output) { reading.wrote($0) }
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: algorithm).signature
        try complete(prepared, signature: signature, to: &output)
        do {
            let expected = try prepared.expectedElement()
            if let found = try reading.finish(signatureOffset: prepared.signatureOffset, expected) {
                return try report(found.survey, found.check, prepared)
            }
            return try readBack(rereading(&output), of: prepared)
        } catch let error as DocumentError where error.code != .signatureMismatch {
            throw DocumentError(.signatureMismatch, "the output does not contain the document: \(error)")
        }
    }

    /// The signature that a document will have, with a digest that is not its own.
    private func foreseenSignature(_ id: String, _ algorithm: SignatureAlgorithm) throws -> XMLElement {
        let digest = [UInt8](repeating: 0, count: algorithm.contentHash.digestSize)
        let prepared = try prepared(algorithm, id, uri: "", transforms: envelopedTransforms, digest)
        return try prepared.expectedElement()
    }

    /// The transforms of a reference to the document around the signature.
    private var envelopedTransforms: String {
        let filter =
            "<ds:Transform Algorithm=\"\(XMLNames.filter)\"><dsig-xpath:XPath xmlns:dsig-xpath=\"\(XMLNames.filter)\" "
            + "Filter=\"subtract\">/descendant::ds:Signature</dsig-xpath:XPath></ds:Transform>"
        return (isParallel ? filter : SignatureDraft.transform(XMLNames.enveloped))
            + SignatureDraft.transform(Canonicalization.exclusive.rawValue)
    }

    /// Reads a document, and writes it up to the end of its root element.
    ///
    /// - Parameters:
    ///   - content: The document.
    ///   - algorithm: How the key will sign.
    ///   - id: The identifier of the signature.
    ///   - sink: Gets the beginning of the document.
    ///   - progress: Called with the number of bytes written so far.
    /// - Returns: What the second step needs.
    /// - Throws: As `prepare`.
    func prepareEnveloped(
        _ content: inout (some ByteSource & ~Copyable),
        _ algorithm: SignatureAlgorithm,
        _ id: String,
        to sink: inout (some ByteSink & ~Copyable),
        progress: (UInt64) -> Void = { _ in }
    ) throws -> PreparedXML {
        let running = try algorithm.contentHash.begin()
        let filters: [ElementFilter] = isParallel ? [.withoutSignatures] : []
        let part = XMLPart(documentBy: .exclusive, filters: filters) { try? running.update($0) }
        var held: [UInt8] = []
        // Offsets count from behind a byte order mark.
        var (heldStart, mark): (UInt64, UInt64) = (0, 0)
        let survey = try DocumentPass.read(&content, survey: true, parts: [part]) { piece, reader in
            unsafe piece.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
            guard !reader.isTranscoded else {
                throw DocumentError(
                    .invalidArgument,
                    "a document in UTF-16 must be signed detached, or converted to UTF-8"
                )
            }
            if heldStart == 0, held.starts(with: [0xEF, 0xBB, 0xBF]) { mark = 3 }
            var end = reader.finishedCount + mark
            if let survey = reader.handler.survey, survey.rootEnd.end > 0 {
                end = mark + (survey.isRootEmpty ? survey.rootEnd.end - 2 : survey.rootEnd.start)
                guard held.count - Int(end - min(end, heldStart)) <= Self.epilogLimit else {
                    throw DocumentError(.limitExceeded, "more than 1 MiB follows the root element")
                }
            }
            guard end > heldStart else { return }
            let count = Int(end - heldStart)
            try sink.write(held.span.extracting(first: count))
            held.removeFirst(count)
            heldStart = end
            progress(end)
        }.survey
        guard let survey else { throw DocumentError(.malformed, "the document was not read") }
        try refuseBreaking(survey)
        // A short document is decided at its end.
        let end = mark + (survey.isRootEmpty ? survey.rootEnd.end - 2 : survey.rootEnd.start)
        if end > heldStart {
            let finished = Array(held[..<Int(end - heldStart)])
            try sink.write(finished)
            held.removeFirst(finished.count)
        }
        var opening: [UInt8] = []
        var closing = held
        if survey.isRootEmpty {
            opening = [UInt8(ascii: ">")]
            closing = Array("</\(survey.rootQualifiedName)>".utf8) + held.dropFirst(2)
        }
        return try prepared(
            algorithm,
            id,
            uri: "",
            transforms: envelopedTransforms,
            running.finish(),
            opening: opening,
            closing: closing,
            signatureOffset: end - mark + UInt64(opening.count)
        )
    }

    /// A signature over the whole document does not hold any more when another one is put in.
    private func refuseBreaking(_ survey: SignatureSurvey) throws(DocumentError) {
        guard survey.signatures.count < SignatureSurvey.signatureLimit else {
            throw DocumentError(
                .refused,
                "the document has \(survey.signatures.count + survey.furtherCount) signatures, and at most "
                    + "\(SignatureSurvey.signatureLimit) are checked"
            )
        }
        for element in survey.signatures {
            for case .success(let reference) in (try? ParsedSignature(element))?.references ?? []
            where reference.target == .document && !reference.leavesOutSignatures {
                throw DocumentError(
                    .refused,
                    "the document has a signature over the whole document, and another signature in the document "
                        + "would break it"
                )
            }
        }
    }
}
