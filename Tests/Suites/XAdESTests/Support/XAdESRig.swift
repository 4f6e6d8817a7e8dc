import Foundation
import JetonASN1
import JetonCMS
import SignatureLevels
import TestRig
import XAdES
import XMLSignature

@testable import CAdES
@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonValidation
@testable import JetonX509

/// An authority with a signer, who signs XML, and evidence about both.
struct XAdESRig {
    let evidence: EvidenceRig

    init() throws { evidence = try EvidenceRig() }

    var openSSL: OpenSSL { evidence.openSSL }
    var signer: MadeCertificate { evidence.signer }
    var trust: TrustStore { evidence.trust }

    func extender(_ level: SignatureLevel) -> XAdESExtender { XAdESExtender(evidence.extender(level)) }

    func sign(
        _ content: String,
        _ packaging: XMLSignatureFormat.Packaging = .enveloped,
        isParallel: Bool = false,
        options: XAdESOptions = XAdESOptions(mediaType: "text/xml")
    ) throws -> String {
        let made = XMLSigner(certificate: signer.certificate, xades: options)
        var format = XMLSignatureFormat(signer: made, packaging: packaging)
        format.isParallel = isParallel
        var source = MemorySource(Array(content.utf8))
        var sink = MemorySink()
        try format.sign(&source, key: signer.key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        return String(decoding: sink.octets, as: UTF8.self)
    }

    func extend(_ document: String, _ level: SignatureLevel) throws -> String {
        var sink = MemorySink()
        let extender = extender(level)
        try extender.extend(rereading: { MemorySource(Array(document.utf8)) }, to: &sink)
        let octets = sink.octets
        try extender.readBack { MemorySource(octets) }
        return String(decoding: octets, as: UTF8.self)
    }

    func assess(_ document: String, days: Int = 0) throws -> [SignerAssessment] {
        let validator = XAdESValidator(
            policy: VerificationPolicy(trust: trust, time: UniversalTime.now.adding(days: days))
        )
        let report = try validator.verifier.verify { MemorySource(Array(document.utf8)) }
        return try validator.assess(report) { MemorySource(Array(document.utf8)) }
    }

    /// Runs the script that recomputes imprints with lxml, and lets openssl check each token.
    func recompute(_ document: String) async throws -> [String] {
        let path = openSSL.directory.appending(path: "judged.xml").path
        try openSSL.write(document, "judged.xml")
        let script = BuildProducts.packageDirectory.appending(path: "Tests/Suites/XAdESTests/imprints.py").path
        let output = try await ChildProcess.run([
            PythonClients.program("python3"), script, path, openSSL.directory.path,
        ])
        guard output.exitStatus == 0 else { return ["failed: \(output.errorText)"] }
        return output.text.split(separator: "\n").map(String.init)
    }
}
