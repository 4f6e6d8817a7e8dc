import CAdES
import JetonASN1
import JetonCMS
public import JetonPDF
import JetonValidation
import JetonX509
public import SignatureLevels

/// Raises the level of a signed PDF by revisions that are appended: evidence and document timestamps.
///
/// No key is needed, and no byte of the document changes.
///
/// - SeeAlso: ETSI EN 319 142-1, 5.4 and 6.
public struct PAdESExtender: Sendable {
    /// How many bytes a token may have at first; a larger one is asked for again.
    private static let tokenRoom = 8_192

    private let extender: SignatureExtender

    /// Makes an extender to the level of another one, with its authorities, its collector and its trust.
    public init(_ extender: SignatureExtender) { self.extender = extender }

    /// Raises a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - append: Appends bytes to the document's file, and opens the document again.
    /// - Returns: The document with all that was added, checked.
    /// - Throws: `DocumentError` if a signature does not hold or the level can't be reached; `PDFError`; what `append`
    ///   throws. What was appended is worth nothing then.
    @discardableResult
    public func extend(
        _ document: PDFDocument,
        appending append: ([UInt8]) throws -> PDFDocument
    ) throws -> PDFDocument {
        guard extender.level >= .t else { return document }
        var document = document
        let report = try checked(document)
        let stamped = report.signatures.filter(\.isTimestamp).map(\.coveredSize).max() ?? 0
        let lacksTime = report.signatures.contains { signature in
            !signature.isTimestamp && signature.coveredSize > stamped && !signature.hasTimestamp
        }
        if lacksTime { document = try append(timestamp(document)) }
        if extender.level >= .lt, let revision = try evidence(document) { document = try append(revision) }
        if extender.level >= .lta { document = try append(timestamp(document)) }
        _ = try checked(document)
        return document
    }

    /// Checks that every signature holds and permits what follows it.
    private func checked(_ document: PDFDocument) throws -> PDFReport {
        let report = try PDFVerifier().verify(document)
        guard !report.signatures.isEmpty else { throw DocumentError(.refused, "the document has no signature") }
        for signature in report.signatures {
            if case .unreadable(let reason) = signature.outcome {
                throw DocumentError(
                    .signatureMismatch,
                    "the signature '\(signature.field)' cannot be extended: \(reason)"
                )
            }
            if let change = signature.changes.first(where: { !$0.isPermitted }) {
                throw DocumentError(.signatureMismatch, "after the signature '\(signature.field)': \(change.detail)")
            }
            guard signature.isTimestamp || signature.isIntact else {
                throw DocumentError(.signatureMismatch, "the signature '\(signature.field)' is not intact")
            }
        }
        return report
    }

    /// The revision with what proves the signatures and timestamps; nil if the document holds all of it.
    private func evidence(_ document: PDFDocument) throws -> [UInt8]? {
        let former = DocumentEvidence(try DocumentSecurityStore(of: document))
        var known = former
        var store = DocumentSecurityStore()
        let report = try PDFVerifier().verify(document)
        let stamps = report.signatures.compactMap { stamp -> (size: UInt64, time: UniversalTime)? in
            guard case .timestamp(let token) = stamp.outcome else { return nil }
            return (try? TimestampVerifier().verify(token: token)).map { (stamp.coveredSize, $0.info.time) }
        }
        for signature in report.signatures {
            let newer = stamps.filter { $0.size > signature.coveredSize }.map(\.time)
            let found: DocumentEvidence
            switch signature.outcome {
            case .unreadable: continue
            case .timestamp(let token): found = try extender.evidence(aboutToken: token, beside: known, below: newer)
            case .checked(let message): found = try extender.evidence(about: message, beside: known, below: newer)
            }
            known.certificates += found.certificates
            known.responses += found.responses
            known.lists += found.lists
            store.certificates += found.certificates
            store.responses += found.responses
            store.lists += found.lists
        }
        guard !store.isEmpty else { return nil }
        return try store.revision(of: document, proving: report.signatures.map(\.contents))
    }

    /// The revision with a document timestamp.
    private func timestamp(_ document: PDFDocument) throws -> [UInt8] {
        var room = Self.tokenRoom
        for _ in 0..<3 {
            let plan = try DocumentTimestamp(of: document, room: room)
            let hash = HashAlgorithm.sha256
            let token = try extender.token(over: MessageImprint(hash: hash, digest: plan.digest(hash)))
            if let revision = plan.revision(with: token) { return revision }
            room = token.count + 1_024
        }
        throw DocumentError(
            .limitExceeded,
            "the authority's timestamps are larger than the space that was reserved for them"
        )
    }
}

extension PDFSignatureReport {
    /// Whether the CMS message holds a timestamp over its signature.
    fileprivate var hasTimestamp: Bool {
        report?.signers.first?.unsignedAttributes.contains { $0.type == .signatureTimestamp } ?? false
    }
}
