import CAdES
import JetonASN1
import JetonPDF
import PAdES
import SignatureLevels
import TestRig

@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonCMS
@testable import JetonX509

/// An authority with a signer, who signs PDFs, and evidence about both.
struct PAdESRig {
    let evidence: EvidenceRig

    init() throws { evidence = try EvidenceRig() }

    /// Signs a document by a new revision of it.
    func sign(_ document: [UInt8], by other: MadeCertificate? = nil, field: String? = nil, time: UniversalTime = .now)
        throws -> [UInt8]
    {
        let signer = other ?? evidence.signer
        var options = PDFSignatureOptions()
        options.field = field
        options.time = time
        let format = try PDFSigner(
            PDFDocument(PDFMemory(document)),
            signer: CMSSigner(certificate: signer.certificate),
            options: options
        )
        var source = MemorySource(document)
        var sink = MemorySink()
        try format.sign(&source, key: signer.key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        return sink.octets
    }

    /// Raises a signed document.
    func extend(_ document: [UInt8], _ level: SignatureLevel, days: Int = 0) throws -> [UInt8] {
        var octets = document
        try PAdESExtender(evidence.extender(level, days: days)).extend(PDFDocument(PDFMemory(document))) { revision in
            octets += revision
            return try PDFDocument(PDFMemory(octets))
        }
        return octets
    }

    func assess(_ document: [UInt8]) throws -> PAdESReport {
        let policy = VerificationPolicy(trust: evidence.trust)
        return try PAdESValidator(policy: policy).assess(PDFDocument(PDFMemory(document)))
    }
}
