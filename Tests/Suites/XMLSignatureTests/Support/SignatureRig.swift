import Foundation
import JetonASN1
import JetonCMS
import TestRig
import XMLSignature

@testable import CertificateRig
@testable import JetonX509

/// A signer, the root above it, and the programs of others that judge.
struct SignatureRig {
    let directory: TemporaryDirectory
    let root: MadeCertificate
    let signer: MadeCertificate

    init(_ kind: KeyKind = .p256) throws {
        directory = try TemporaryDirectory()
        root = try MadeCertificate.root()
        let key = try SoftwareKey.make(kind)
        let encoded = try root.encode("CN=Alice,O=Example", key.publicKey, MadeCertificate.signer)
        signer = MadeCertificate(certificate: try Certificate(derRepresentation: encoded), key: key)
        _ = try directory.write(root.certificate.pemRepresentation, to: "root.pem")
        _ = try directory.write(key.pem, to: "alice.key")
        _ = try directory.write(signer.certificate.pemRepresentation, to: "alice.pem")
    }

    var policy: VerificationPolicy { VerificationPolicy(trust: TrustStore([root.certificate])) }

    func format(_ packaging: XMLSignatureFormat.Packaging, _ algorithm: SignatureAlgorithm? = nil) -> XMLSignatureFormat
    {
        var made = XMLSigner(certificate: signer.certificate)
        made.algorithm = algorithm
        return XMLSignatureFormat(signer: made, packaging: packaging)
    }

    /// Signs a document and reads it back.
    func sign(_ content: String, _ format: XMLSignatureFormat) throws -> String {
        var source = MemorySource(Array(content.utf8))
        var sink = MemorySink()
        try format.sign(&source, key: signer.key, algorithm: format.signer.algorithm(for: signer.key), to: &sink) {
            MemorySource($0.octets)
        }
        return String(decoding: sink.octets, as: UTF8.self)
    }

    func verify(_ document: String, files: some ReferencedFiles = NoReferencedFiles()) throws -> XMLSignatureReport {
        try XMLSignatureVerifier(policy).verify(files: files) { MemorySource(Array(document.utf8)) }
    }

    /// The only signature of a document.
    func verifyOne(
        _ document: String,
        files: some ReferencedFiles = NoReferencedFiles()
    ) throws -> XMLSignatureResult {
        let report = try verify(document, files: files)
        guard let first = report.signatures.first, report.signatures.count == 1 else {
            throw DocumentError(.malformed, "\(report.signatures.count) signatures")
        }
        return first
    }

    /// What xmlsec1 says of a document: nil if it is valid.
    func xmlsec(_ document: String, _ more: [String] = []) async throws -> String? {
        let path = try directory.write(document, to: "judged.xml")
        let root = directory.url.appending(path: "root.pem").path
        let output = try await ChildProcess.run(
            ["xmlsec1", "--verify", "--trusted-pem", root, "--enabled-key-data", "x509"] + more + [path]
        )
        return output.exitStatus == 0 ? nil : output.errorText + output.text
    }

    /// What signxml says of a document: nil if it is valid.
    func signxml(_ document: String) async throws -> String? {
        let path = try directory.write(document, to: "judged.xml")
        let script = try directory.write(
            """
            import sys
            from lxml import etree
            from signxml import XMLVerifier, SignatureConfiguration
            root = etree.fromstring(open(sys.argv[1], "rb").read())
            XMLVerifier().verify(root, ca_pem_file=sys.argv[2], expect_config=SignatureConfiguration(
                expect_references=True if len(sys.argv) < 4 else int(sys.argv[3])))
            """,
            to: "judge.py"
        )
        let output = try await ChildProcess.run([
            PythonClients.program("python3"), script, path, directory.url.appending(path: "root.pem").path,
        ])
        return output.exitStatus == 0 ? nil : output.errorText
    }
}

/// One file by the name that references use.
struct OneFile: ReferencedFiles {
    let name: String
    let content: [UInt8]

    func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String? {
        guard uri == name else { return nil }
        try body(content.span)
        return name
    }
}
