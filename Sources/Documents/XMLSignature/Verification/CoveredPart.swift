package import JetonASN1
package import JetonCMS
import JetonLibcrypto
import JetonOctets
import JetonX509

/// What one reference of a checked signature covers of its document, to be handed out.
///
/// The document is read again for it, and may have been changed meanwhile: only octets with the digest that was checked
/// count.
package struct CoveredPart {
    private let reference: XMLReference
    private let report: ReferenceReport
    private let own: UInt64

    /// Whether the part is decoded text rather than XML.
    package var isDecoded: Bool { reference.output == .base64 }

    /// Finds a part; nil for a reference that is not to data of the document, or does not hold.
    ///
    /// - Parameters:
    ///   - result: What checking the signature showed.
    ///   - place: The number of the reference, from 0.
    package init?(_ result: XMLSignatureResult, _ place: Int) {
        guard let signature = result.parsed, case .success(let known) = signature.references[place] else { return nil }
        if case .external = known.target { return nil }
        report = result.references[place]
        guard report.role == .data, report.isIntact, report.hash != nil else { return nil }
        reference = known
        own = result.offset
    }

    /// Writes the octets as they are digested.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - sink: Gets the octets; worth nothing if this call throws.
    /// - Throws: ``DocumentError/Code/contentChanged`` if these are not the octets that were checked; what source and sink
    ///   throw.
    package func write(
        _ document: inout (some ByteSource & ~Copyable),
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        guard let running = try report.hash?.begin() else { return }
        var held: [UInt8] = []
        let part = XMLPart(reference, own: own) { piece in
            for index in piece.indices { held.append(piece[index]) }
        }
        func hand(_ octets: [UInt8]) throws {
            try running.update(octets.span)
            try sink.write(octets.span)
        }
        do {
            try DocumentPass.read(&document, parts: [part]) { _, _ in
                let octets = held
                held = []
                try hand(octets)
            }
        } catch is DocumentError {
            throw CoveredPart.changed
        }
        try hand(held)
        guard ConstantTime.equals(try running.finish(), report.digest) else { throw CoveredPart.changed }
    }

    private static var changed: DocumentError {
        DocumentError(.contentChanged, "the document was changed after it was verified")
    }
}
