public import JetonASN1
package import JetonX509

/// A message that was verified, with something added: a signer, a countersignature, timestamps, evidence.
///
/// What stood in the message stands in the new one, octet by octet where signatures and timestamps cover it.
public struct MessageRevision: Sendable {
    /// What checking the former message showed.
    public let report: CMSReport
    /// The new message.
    package var parts: SignedDataParts

    /// Begins with the former message.
    package init(_ report: CMSReport) {
        self.report = report
        parts = report.parts
    }

    /// Signs each signature of the message.
    ///
    /// - Parameters:
    ///   - signer: Who signs.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's.
    /// - Throws: `DocumentError` for a signature that can't be hashed; what the key throws.
    package mutating func countersign(
        as signer: CMSSigner,
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm
    ) throws {
        for certificate in [signer.certificate] + signer.additionalCertificates {
            parts.add(certificate: certificate.derRepresentation)
        }
        for index in parts.signers.indices {
            let counter = try CounterSignature(
                over: parts.signers[index].signature,
                signer: signer,
                algorithm: algorithm
            )
            let signature = try key.signChecked(counter.octetsToSign, algorithm: algorithm).signature
            parts.signers[index].unsignedAttributes.append(counter.attribute(signature))
        }
    }

    /// Writes the new message.
    ///
    /// - Parameters:
    ///   - document: The former message; not read if its content is kept apart.
    ///   - sink: Gets the new message; worth nothing if this call throws.
    /// - Throws: `DocumentError`; what source and sink throw.
    public func write(
        rereading document: consuming (some ByteSource & ~Copyable),
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        guard report.holdsContent else { return try sink.write(parts.detachedMessage) }
        try SignedDataRewriter.rewrite(parts, contentSize: report.contentSize, from: document, to: &sink)
    }

    /// Checks what was written by the code that checks messages of others.
    ///
    /// - Throws: ``DocumentError/Code/signatureMismatch`` unless every signature holds and none is missing.
    public func readBack(_ written: consuming (some ByteSource & ~Copyable)) throws {
        let verifier = CMSVerifier()
        let found =
            report.holdsContent
            ? try verifier.verifyAttached(written)
            : try verifier.verifyDetached(
                written,
                contentDigests: report.contentDigests,
                size: report.contentSize
            )
        guard found.isIntact, found.signers.count == parts.signers.count, found.contentSize == report.contentSize else {
            let why = found.signers.flatMap(\.failures).first { !$0.check.isAboutTrust }?.detail
            throw DocumentError(.signatureMismatch, "the new message is not intact: \(why ?? "a signer is missing")")
        }
    }
}
