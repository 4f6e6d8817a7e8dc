import JetonASN1
import JetonCMS
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Outcomes after EN 319 102-1")
struct OutcomeTests {
    let root: MadeCertificate
    let alice: MadeCertificate

    init() throws {
        root = try MadeCertificate.root()
        alice = try root.signer()
    }

    private func outcome(
        content: [UInt8] = MadePath.content,
        anchors: [Certificate]? = nil,
        purpose: CertificatePurpose = .document,
        days: Int = 0,
        lists: [MadeList]? = nil,
        timestamps: [TimestampReport] = []
    ) throws -> ValidationOutcome {
        let policy = VerificationPolicy(
            trust: TrustStore(anchors ?? [root.certificate]),
            purpose: purpose,
            time: UniversalTime.now.adding(days: days)
        )
        var source = MemorySource(content)
        let report = try CMSVerifier(policy).verifyDetached(
            MemorySource(MadePath(alice, root).message()),
            content: &source
        )
        let evidence = try lists.map { lists in
            RevocationEvidence(lists: try lists.map { try $0.list([alice.certificate.serialNumber]) })
        }
        return SignatureValidator(policy: policy, evidence: evidence).outcome(
            of: report.signers[0],
            certificates: report.certificates,
            timestamps: timestamps
        )
    }

    @Test("A good signature passes, and says that revocation was not asked")
    func passed() throws {
        let found = try outcome()
        #expect(found.indication == .totalPassed && found.subIndication == nil)
        #expect(found.facts.contains("revocation: not asked"))
        let asked = try outcome(lists: [MadeList(root)])
        #expect(asked.indication == .totalPassed)
        #expect(asked.facts.contains { $0.hasSuffix("it was not revoked") })
    }

    @Test("Each failure has its sub-indication and a sentence")
    func failures() throws {
        let mute = try MadeCertificate.root()
        var revoked = MadeList(root)
        revoked.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.keyCompromise)])]
        var held = MadeList(root)
        held.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.certificateHold)])]
        let cases: [(ValidationOutcome, ValidationOutcome.Indication, ValidationOutcome.SubIndication)] = [
            (try outcome(content: [1]), .totalFailed, .hashFailure),
            (try outcome(anchors: []), .indeterminate, .noChain),
            (try outcome(anchors: [mute.certificate]), .indeterminate, .noChain),
            (try outcome(purpose: .code), .indeterminate, .chainConstraintsFailure),
            (try outcome(days: 6), .indeterminate, .outOfBounds),
            (try outcome(days: -3), .indeterminate, .notYetValid),
            (try outcome(lists: []), .indeterminate, .tryLater),
            (try outcome(lists: [held]), .indeterminate, .tryLater),
            (try outcome(lists: [revoked]), .indeterminate, .revoked),
        ]
        for (found, indication, sub) in cases {
            #expect(found.indication == indication && found.subIndication == sub, "\(found)")
            #expect(!found.reason.isEmpty)
        }
    }

    @Test("A timestamp from before the end, or before the revocation, proves that the signature is older")
    func proofs() throws {
        let openSSL = try OpenSSL()
        let authority = try root.issue(
            "CN=TSA,O=Example",
            [.keyUsage([.digitalSignature]), CertificateExtension.extendedKeyUsage([.timeStamping]).critical()]
        )
        try openSSL.write(authority.certificate.pemRepresentation, "tsa.pem")
        try openSSL.write(authority.key.pem, "tsa.key")
        try openSSL.write("01\n", "serial")
        try openSSL.write(
            "[tsa]\ndefault_tsa=one\n[one]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\n"
                + "signer_digest=sha256\ndefault_policy=1.2.3\ndigests=sha256\ness_cert_id_alg=sha256\n",
            "tsa.cnf"
        )
        let imprint = try MessageImprint(hash: .sha256, digest: [UInt8](repeating: 1, count: 32))
        try openSSL.write(TimestampRequest(imprint, nonce: nil).derRepresentation, "request.tsq")
        try openSSL.run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "answer.tsr")
        let token = try TimestampResponse(derRepresentation: openSSL.read("answer.tsr")).token
        let report = try TimestampVerifier(trust: TrustStore([root.certificate])).verify(token: token)
        try #require(report.isValid, "\(report.failures)")

        let late = try outcome(days: 6, timestamps: [report])
        #expect(late.indication == .totalPassed && late.bestSignatureTime == report.info.time, "\(late)")
        var revoked = MadeList(root)
        revoked.entries = [MadeList.entry(alice.certificate, date: UniversalTime.now.adding(days: 2))]
        revoked.nextUpdate = UniversalTime.now.adding(days: 9)
        #expect(try outcome(days: 3, lists: [revoked]).subIndication == .revoked)
        #expect(try outcome(days: 3, lists: [revoked], timestamps: [report]).indication == .totalPassed)
        // One that is not trusted proves nothing.
        let unknown = try TimestampVerifier().verify(token: token)
        #expect(try outcome(days: 6, timestamps: [unknown]).subIndication == .outOfBounds)
    }
}
