import CAdES
import EvidenceFetching
import JetonASN1
import JetonOctets
import SignatureLevels
import Synchronization

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonValidation
@testable import JetonX509

/// An authority with a signer and a timestamping authority below it, whose evidence comes from OpenSSL and memory.
final class EvidenceRig: Fetcher {
    let openSSL: OpenSSL
    let root: MadeCertificate
    let signer: MadeCertificate
    let authority: MadeCertificate
    /// The revocation list that is served.
    private let served = Mutex<MadeList?>(nil)
    private let asked = Mutex<[String]>([])

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
        authority = try root.issue(
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
        revoke([])
    }

    var urls: [String] { asked.withLock { $0 } }

    /// Serves another list, of certificates that were revoked at a time.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - begin: The days from now at which the list begins.
    ///   - days: The days from now at which it ends.
    func revoke(_ entries: [[UInt8]], begin: Int = -1, days: Int = 5) {
        var list = MadeList(root)
        list.entries = entries
        list.thisUpdate = UniversalTime.now.adding(days: begin)
        list.nextUpdate = UniversalTime.now.adding(days: days)
        let made = list
        served.withLock { $0 = made }
    }

    func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        asked.withLock { $0.append(request.url) }
        let reply = try answer(request)
        try receive(reply.span)
    }

    private func answer(_ request: FetchRequest) throws(FetchError) -> [UInt8] {
        do {
            switch request.kind {
            case .timestamp: return try timestamp(request.body ?? [])
            case .crl: return try served.withLock { try $0?.derRepresentation ?? [] }
            default: throw FetchError(.unreachable, "\(request.url) is down")
            }
        } catch let error as FetchError {
            throw error
        } catch {
            throw FetchError(.malformed, "\(error)")
        }
    }

    private func timestamp(_ request: [UInt8]) throws -> [UInt8] {
        try asked.withLock { _ in
            try openSSL.write(request, "request.tsq")
            try openSSL.run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "answer.tsr")
            return try openSSL.read("answer.tsr")
        }
    }

    // MARK: - Messages

    var trust: TrustStore { TrustStore([root.certificate]) }

    /// What raises signatures, with a clock that is some days ahead.
    func extender(_ level: SignatureLevel, days: Int = 0) -> SignatureExtender {
        let time = UniversalTime.now.adding(days: days)
        return SignatureExtender(
            level: level,
            timestamps: TimestampClient(
                urls: ["http://tsa.example/"],
                fetcher: self,
                verifier: TimestampVerifier(trust: trust)
            ),
            collector: EvidenceCollector(fetcher: self, time: time),
            policy: VerificationPolicy(trust: trust, time: time)
        )
    }

    func validator(days: Int = 0, online: Bool = false) -> CAdESValidator {
        CAdESValidator(
            policy: VerificationPolicy(trust: trust, time: UniversalTime.now.adding(days: days)),
            collector: online ? EvidenceCollector(fetcher: self) : nil
        )
    }

    /// Signs to a level.
    func sign(_ content: [UInt8], _ level: SignatureLevel, attached: Bool, size: UInt64? = nil) throws -> [UInt8] {
        var made = CMSSigner(certificate: signer.certificate)
        if level > .b { made.completion = extender(level).completion }
        var source = MemorySource(content)
        guard attached else { return try made.signDetached(&source, key: signer.key) }
        var sink = MemorySink()
        try made.signAttached(&source, size: size, to: &sink, key: signer.key)
        return sink.octets
    }

    /// Verifies a message with its content.
    func report(_ message: [UInt8], _ content: [UInt8]?, days: Int = 0) throws -> CMSReport {
        let verifier = validator(days: days).verifier
        guard let content else { return try verifier.verifyAttached(MemorySource(message)) }
        var source = MemorySource(content)
        return try verifier.verifyDetached(MemorySource(message), content: &source)
    }

    func assess(_ message: [UInt8], _ content: [UInt8]?, days: Int = 0, online: Bool = false) throws
        -> SignerAssessment?
    {
        try validator(days: days, online: online).assess(report(message, content, days: days)).first
    }
}
