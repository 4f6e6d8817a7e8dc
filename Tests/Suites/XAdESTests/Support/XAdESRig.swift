import ASN1
import CMS
import Foundation
import Synchronization
import TestRig
import XAdES
import XMLSignature

@testable import CAdES
@testable import CertificateRig
@testable import Validation
@testable import X509

/// An authority with a signer and a timestamping authority below it, whose evidence comes from OpenSSL and memory.
final class XAdESRig: Fetcher {
    let openSSL: OpenSSL
    let root: MadeCertificate
    let signer: MadeCertificate
    private let lock = Mutex(0)

    init() throws {
        openSSL = try OpenSSL()
        root = try MadeCertificate.root()
        let point = DER.explicit(0, DER.explicit(0, DER.string(.contextPrimitive(6), "http://lists.example/root.crl")))
        let list = CertificateExtension(
            oid: .cRLDistributionPoints,
            isCritical: false,
            value: DER.sequence(DER.sequence(point))
        )
        signer = try root.signer([list])
        let authority = try root.issue(
            "CN=TSA,O=Example",
            [
                .keyUsage([.digitalSignature]), CertificateExtension.extendedKeyUsage([.timeStamping]).critical(), list,
            ]
        )
        try openSSL.write(root.certificate.pemRepresentation, "root.pem")
        try openSSL.write("01\n", "serial")
        try openSSL.write(authority.certificate.pemRepresentation, "tsa.pem")
        try openSSL.write(authority.key.pem, "tsa.key")
        try openSSL.write(
            """
            [tsa]
            default_tsa = one
            [one]
            serial = serial
            signer_cert = tsa.pem
            signer_key = tsa.key
            signer_digest = sha256
            default_policy = 1.2.3.4
            digests = sha256, sha384, sha512
            ess_cert_id_alg = sha256

            """,
            "tsa.cnf"
        )
    }

    func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        let reply: [UInt8]
        do {
            reply = try answer(request)
        } catch {
            throw FetchError(.malformed, "\(error)")
        }
        try receive(reply.span)
    }

    private func answer(_ request: FetchRequest) throws -> [UInt8] {
        switch request.kind {
        case .timestamp:
            return try lock.withLock { _ in
                try openSSL.write(request.body ?? [], "request.tsq")
                try openSSL.run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "answer.tsr")
                return try openSSL.read("answer.tsr")
            }
        case .crl:
            var list = MadeList(root)
            list.nextUpdate = UniversalTime.now.adding(days: 5)
            return try list.derRepresentation
        default: throw FetchError(.unreachable, "\(request.url) is down")
        }
    }

    var trust: TrustStore { TrustStore([root.certificate]) }

    func extender(_ level: CAdESLevel) -> XAdESExtender {
        XAdESExtender(
            CAdESExtender(
                level: level,
                timestamps: TimestampClient(
                    urls: ["http://tsa.example/"],
                    fetcher: self,
                    verifier: TimestampVerifier(trust: trust)
                ),
                collector: EvidenceCollector(fetcher: self),
                policy: VerificationPolicy(trust: trust)
            )
        )
    }

    func sign(
        _ content: String,
        _ packaging: XMLSignatureFormat.Packaging = .enveloped,
        isParallel: Bool = false
    ) throws -> String {
        let made = XMLSigner(certificate: signer.certificate, xades: XAdESOptions(mediaType: "text/xml"))
        var format = XMLSignatureFormat(signer: made, packaging: packaging)
        format.isParallel = isParallel
        var source = MemorySource(Array(content.utf8))
        var sink = MemorySink()
        try format.sign(&source, key: signer.key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        return String(decoding: sink.octets, as: UTF8.self)
    }

    func extend(_ document: String, _ level: CAdESLevel) throws -> String {
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
