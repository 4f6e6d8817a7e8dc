import EvidenceFetching
import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Timestamps")
struct TimestampTests {
    static let policy = OID(1, 3, 6, 1, 4, 1, 99_999, 3)
    let openSSL: OpenSSL
    let root: MadeCertificate
    let authority: MadeCertificate
    let imprint: MessageImprint

    init() throws {
        openSSL = try OpenSSL()
        root = try MadeCertificate.root()
        authority = try root.issue("CN=TSA,O=Example", TimestampTests.extensions())
        imprint = try MessageImprint(hash: .sha256, digest: HashAlgorithm.sha256.hash(Array("content".utf8)))
        try openSSL.write("content", "content")
        try openSSL.write(root.certificate.pemRepresentation, "root.pem")
        try openSSL.write("01\n", "serial")
    }

    private static func extensions(isCritical: Bool = true) -> [CertificateExtension] {
        [
            .keyUsage([.digitalSignature, .nonRepudiation]),
            CertificateExtension.extendedKeyUsage([.timeStamping]).critical(isCritical),
        ]
    }

    /// What OpenSSL as an authority answers.
    private func answer(
        _ request: TimestampRequest,
        by authority: MadeCertificate? = nil,
        identifier: String = "sha256"
    ) throws -> [UInt8] {
        try answer(request.derRepresentation, by: authority, identifier: identifier)
    }

    private func answer(
        _ request: [UInt8],
        by authority: MadeCertificate? = nil,
        identifier: String = "sha256"
    ) throws -> [UInt8] {
        let authority = authority ?? self.authority
        try openSSL.write(request, "request.tsq")
        try openSSL.write(authority.certificate.pemRepresentation, "tsa.pem")
        try openSSL.write(authority.key.pem, "tsa.key")
        try openSSL.write(
            """
            [tsa]
            default_tsa = one
            [one]
            serial = serial
            crypto_device = builtin
            signer_cert = tsa.pem
            signer_key = tsa.key
            signer_digest = sha256
            default_policy = \(TimestampTests.policy)
            digests = sha1, sha256, sha384
            accuracy = secs:1, millisecs:500, microsecs:100
            ess_cert_id_chain = no
            ess_cert_id_alg = \(identifier)

            """,
            "tsa.cnf"
        )
        try openSSL.run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "answer.tsr")
        return try openSSL.read("answer.tsr")
    }

    private var verifier: TimestampVerifier { TimestampVerifier(trust: TrustStore([root.certificate])) }

    private func request(nonce: [UInt8]? = [1, 2, 3, 4, 5, 6, 7, 8], policy: OID? = nil) -> TimestampRequest {
        TimestampRequest(imprint, policy: policy, nonce: nonce)
    }

    @Test(
        "OpenSSL answers our request, we verify its token, and it verifies it",
        arguments: ["sha1", "sha256", "sha384"]
    )
    func roundTrip(identifier: String) throws {
        let request = request()
        let response = try TimestampResponse(derRepresentation: answer(request, identifier: identifier))
        let report = try verifier.verify(token: response.token, imprint: imprint, request: request)
        #expect(report.isValid, "\(report.failures)")
        #expect(report.info.policy == TimestampTests.policy)
        #expect(report.info.accuracy == 1_500_100)
        #expect(report.info.imprint == imprint)
        #expect(abs(report.info.time.secondsSince1970 - UniversalTime.now.secondsSince1970) < 86_400)
        let judged = try openSSL.run("ts", "-verify", "-data", "content", "-in", "answer.tsr", "-CAfile", "root.pem")
        #expect(judged.text.contains("Verification: OK"))
    }

    @Test("OpenSSL reads our request as we read its")
    func requests() throws {
        try openSSL.write(request(policy: TimestampTests.policy).derRepresentation, "ours.tsq")
        let text = try openSSL.run("ts", "-query", "-in", "ours.tsq", "-text").text
        #expect(text.contains("0x0102030405060708") && text.contains(TimestampTests.policy.description))
        try openSSL.run("ts", "-query", "-data", "content", "-sha256", "-cert", "-out", "theirs.tsq")
        let theirs = try TimestampRequest(derRepresentation: openSSL.read("theirs.tsq"))
        #expect(theirs.imprint == imprint && theirs.asksForCertificate && theirs.nonce != nil)
        let octets = try openSSL.read("theirs.tsq")
        #expect(theirs.derRepresentation == octets)
    }

    @Test("A token repeats a nonce below zero, as some programs send it, and it answers no request of ours")
    func negativeNonce() throws {
        let request = request(nonce: [0x40, 2, 3])
        let octets = request.derRepresentation
        let place = try #require(octets.indices.last { octets[$0...].starts(with: [0x02, 3, 0x40, 2, 3]) })
        var negative = octets
        negative[place + 2] = 0xC0
        let response = try TimestampResponse(derRepresentation: answer(negative))
        let report = try verifier.verify(token: response.token, imprint: imprint, request: nil)
        #expect(report.isValid && report.info.nonce == [0xFF, 0xC0, 2, 3], "\(report.failures)")
        #expect(try !verifier.verify(token: response.token, imprint: imprint, request: request).isIntact)
    }

    @Test("A token that does not answer the request is refused, and the reason is said")
    func otherRequests() throws {
        let response = try TimestampResponse(derRepresentation: answer(request()))
        let other = try MessageImprint(hash: .sha256, digest: [UInt8](repeating: 1, count: 32))
        let cases: [(MessageImprint?, TimestampRequest?, String)] = [
            (other, nil, "covers other data"),
            (nil, TimestampRequest(other, nonce: nil), "other data than the request"),
            (nil, request(nonce: [9]), "does not repeat the request's nonce"),
            (nil, request(policy: OID(1, 2, 3)), "was requested"),
        ]
        for (imprint, request, reason) in cases {
            let report = try verifier.verify(token: response.token, imprint: imprint, request: request)
            #expect(!report.isIntact)
            #expect(report.failures.contains { $0.contains(reason) }, "\(report.failures)")
        }
        // Without an anchor it is intact and not valid.
        let report = try TimestampVerifier().verify(token: response.token, request: request())
        #expect(report.isIntact && !report.isValid)
    }

    @Test("A certificate for other purposes makes no timestamps")
    func otherPurpose() throws {
        let request = request()
        // OpenSSL refuses to sign with these, so the token is another's with the certificate exchanged.
        for extensions in [
            TimestampTests.extensions(isCritical: false),
            [
                .keyUsage([.digitalSignature]),
                CertificateExtension.extendedKeyUsage([.timeStamping, .codeSigning]).critical(),
            ],
        ] {
            let other = MadeCertificate(
                certificate: try Certificate(
                    derRepresentation: root.encode("CN=TSA,O=Example", authority.key.publicKey, extensions)
                ),
                key: authority.key
            )
            guard let octets = try? answer(request, by: other),
                let response = try? TimestampResponse(derRepresentation: octets)
            else { continue }
            let report = try verifier.verify(token: response.token, request: request)
            #expect(!report.isValid)
        }
    }

    @Test("Each octet that is changed shows")
    func changedOctets() throws {
        let request = request()
        let octets = try answer(request)
        let good = try verifier.verify(
            token: TimestampResponse(derRepresentation: octets).token,
            imprint: imprint,
            request: request
        )
        for index in stride(from: 0, to: octets.count, by: 3) {
            var changed = octets
            changed[index] ^= 0x02
            guard let response = try? TimestampResponse(derRepresentation: changed),
                let report = try? verifier.verify(token: response.token, imprint: imprint, request: request)
            else { continue }
            // What may change is outside of everything signed: the status, the announced hash.
            if report.isValid { #expect(report.info == good.info, "octet \(index)") }
        }
    }

    @Test("A refusal is told in the authority's words, without control characters")
    func refusals() throws {
        let refused = TimestampRequest(
            try MessageImprint(hash: .sha512, digest: [UInt8](repeating: 0, count: 64)),
            nonce: nil
        )
        do {
            _ = try TimestampResponse(derRepresentation: answer(refused))
            Issue.record("OpenSSL grants a hash that it does not list")
        } catch let error as DocumentError {
            #expect(error.code == .refused && error.context.contains("badAlg"), "\(error)")
        }
        let words = DER.sequence(
            DER.sequence(DER.integer(2), DER.sequence(DER.string(.utf8String, "no\u{1B}[31m way")))
        )
        do {
            _ = try TimestampResponse(derRepresentation: words)
            Issue.record("a refusal was taken for a grant")
        } catch {
            #expect(error.context.contains("('no?[31m way')"), "\(error)")
        }
    }

    @Test("The client asks the next server when one fails, and says why")
    func failOver() throws {
        let test = self
        let old = try answer(request())
        let fetcher = CannedFetcher { (request) throws(FetchError) in
            do {
                switch request.url {
                case "http://down.example/": throw FetchError(.unreachable, "the connection was refused")
                case "http://html.example/": return Array("<html>".utf8)
                case "http://replay.example/": return old
                default:
                    return try test.answer(TimestampRequest(derRepresentation: request.body ?? []))
                }
            } catch let error as FetchError {
                throw error
            } catch {
                throw FetchError(.malformed, "\(error)")
            }
        }
        let urls = ["down", "html", "replay", "good"].map { "http://\($0).example/" }
        let outcome = try TimestampClient(urls: urls, fetcher: fetcher, verifier: verifier).timestamp(imprint)
        #expect(outcome.report.isValid && outcome.url == "http://good.example/")
        #expect(outcome.failures.count == 3)
        #expect(outcome.failures[0].contains("the connection was refused"))
        #expect(outcome.failures[2].contains("nonce"))
        #expect(fetcher.requests.allSatisfy { $0.kind == .timestamp && !$0.isFromCertificate })
        // Each server gets a nonce of its own.
        #expect(Set(fetcher.requests.map(\.body)).count == 4)
        #expect(throws: DocumentError(.refused, "")) {
            try TimestampClient(urls: Array(urls.prefix(3)), fetcher: fetcher, verifier: verifier).timestamp(imprint)
        }
    }
}
