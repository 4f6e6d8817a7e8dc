import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Paths to trust anchors")
struct CertificatePathTests {
    let openSSL: OpenSSL
    let pki: TestPKI

    init() throws {
        openSSL = try OpenSSL()
        pki = try TestPKI(openSSL)
    }

    private func reasons(
        _ certificate: Certificate,
        intermediates: [Certificate]? = nil,
        anchors: [Certificate]? = nil,
        days: Int = 0
    ) -> [CertificatePathFailure.Reason] {
        CertificatePathBuilder(
            trust: TrustStore(anchors ?? [pki.root]),
            intermediates: intermediates ?? [pki.intermediate],
            purpose: .document,
            time: .now.adding(days: days)
        ).path(for: certificate).failures.map(\.reason)
    }

    @Test("A path of three is found, whatever else is offered")
    func threeCertificates() throws {
        let alice = try pki.entity("alice", .rsa)
        #expect(reasons(alice) == [])
        let stranger = try CertificateTemplate(subject: pki.intermediate.subject, days: 1).selfSigned(
            by: SoftwareKey.make(.p256)
        )
        #expect(reasons(alice, intermediates: [stranger, alice, pki.intermediate, pki.root]) == [])
        // The intermediate or the certificate itself may be the anchor.
        #expect(reasons(alice, intermediates: [], anchors: [pki.intermediate]) == [])
        #expect(reasons(alice, intermediates: [], anchors: [alice]) == [])
    }

    @Test("What is missing is named")
    func missing() throws {
        let alice = try pki.entity("alice", .p256)
        #expect(reasons(alice, intermediates: []) == [.issuerUnknown])
        #expect(reasons(alice, anchors: []) == [.issuerUnknown])
        let own = try CertificateTemplate(subject: DistinguishedName("CN=own"), days: 1).selfSigned(
            by: SoftwareKey.make(.p256)
        )
        #expect(reasons(own) == [.selfSigned])
        #expect(reasons(pki.root, anchors: []) == [.selfSigned])
    }

    @Test("Another key under the issuer's name does not count")
    func wrongKey() throws {
        let alice = try pki.entity("alice", .p256)
        var template = CertificateTemplate(subject: pki.intermediate.subject, days: 1)
        template.extensions = [.basicConstraints(isAuthority: true)]
        let stranger = try template.selfSigned(by: SoftwareKey.make(.p256))
        // Without key identifiers on both sides the signature decides.
        #expect(
            [[.signatureInvalid], [.issuerUnknown]].contains(
                reasons(alice, intermediates: [stranger], anchors: [stranger])
            )
        )
    }

    @Test("Validity counts for each certificate of the path", arguments: [(-1, 3), (6, 1), (20, 3)])
    func validity(days: Int, count: Int) throws {
        let alice = try pki.entity("alice", .p256)
        // The root is valid for 10 days, the two below it for 5.
        let found = reasons(alice, days: days)
        #expect(found.allSatisfy { $0 == (days < 0 ? .notYetValid : .expired) })
        #expect(found.count == (days == 6 ? 2 : count))
    }

    @Test("An end entity that signs a certificate is no authority")
    func noAuthority() throws {
        let alice = try pki.entity("alice", .p256)
        try TestPKI.makeKey(openSSL, "bob", TestPKI.arguments(for: .p256))
        try TestPKI.issue(openSSL, "bob", subject: "/CN=bob", issuer: "alice", extensions: "ee.ext")
        let bob = try TestPKI.certificate(openSSL, "bob")
        let found = reasons(bob, intermediates: [alice, pki.intermediate])
        // Alice is no authority and may not sign certificates, and below the intermediate none may follow.
        #expect(found == [.notAnAuthority, .certificateSigningNotAllowed, .pathTooLong])
    }

    @Test("A critical extension that is not known is refused, and one that is not critical is not")
    func criticalExtension() throws {
        try openSSL.write("1.2.3.4=critical,ASN1:UTF8:x\n", "critical.ext")
        try openSSL.write("1.2.3.4=ASN1:UTF8:x\n", "plain.ext")
        #expect(reasons(try pki.entity("alice", .p256, extensions: "critical.ext")) == [.criticalExtensionUnknown])
        #expect(reasons(try pki.certify("alice", extensions: "plain.ext")) == [])
    }

    @Test("A signature over SHA-1 is refused")
    func weakHash() throws {
        try TestPKI.makeKey(openSSL, "alice", TestPKI.arguments(for: .rsa))
        try openSSL.run("req", "-new", "-key", "alice.key", "-subj", "/CN=alice", "-out", "alice.csr")
        try openSSL.run(
            "x509",
            "-req",
            "-sha1",
            "-in",
            "alice.csr",
            "-CA",
            "sub.pem",
            "-CAkey",
            "sub.key",
            "-days",
            "5",
            "-out",
            "alice.pem"
        )
        #expect(reasons(try TestPKI.certificate(openSSL, "alice")) == [.algorithmWeak])
    }

    @Test("An old anchor without extensions is an authority by the caller's word; an old intermediate is not")
    func version1() throws {
        try openSSL.write("", "none.ext")
        try openSSL.run("req", "-new", "-key", "root.key", "-subj", "/CN=Old", "-out", "old.csr")
        try openSSL.run("x509", "-req", "-in", "old.csr", "-signkey", "root.key", "-days", "5", "-out", "old.pem")
        try openSSL.run("req", "-new", "-key", "root.key", "-subj", "/CN=Old", "-out", "old2.csr")
        try openSSL.run(
            "x509",
            "-req",
            "-in",
            "old2.csr",
            "-CA",
            "root.pem",
            "-CAkey",
            "root.key",
            "-days",
            "5",
            "-out",
            "old2.pem"
        )
        try openSSL.write(try openSSL.read("root.key"), "old.key")
        try TestPKI.makeKey(openSSL, "alice", TestPKI.arguments(for: .p256))
        try TestPKI.issue(openSSL, "alice", subject: "/CN=alice", issuer: "old", extensions: "ee.ext")
        let alice = try TestPKI.certificate(openSSL, "alice")
        let old = try TestPKI.certificate(openSSL, "old")
        #expect(old.version == 1 && old.extensions.isEmpty)
        #expect(reasons(alice, anchors: [old]) == [])
        let below = try TestPKI.certificate(openSSL, "old2")
        #expect(reasons(alice, intermediates: [below]) == [.notAnAuthority])
    }

    @Test("Many certificates of one name end the search instead of multiplying it")
    func manyIssuers() throws {
        let key = try SoftwareKey.make(.p256)
        var template = try CertificateTemplate(subject: DistinguishedName("CN=Loop"), days: 1)
        template.extensions = [.basicConstraints(isAuthority: true)]
        let loop = try (0..<20).map { _ in
            template.serialNumber = [UInt8.random(in: 1...127), UInt8.random(in: 0...255), 1, 2]
            return try template.selfSigned(by: key)
        }
        var budget = WorkBudget()
        let path = CertificatePathBuilder(
            trust: TrustStore([pki.root]),
            intermediates: loop,
            purpose: .document
        ).path(for: loop[0], within: &budget)
        #expect(!path.isTrusted)
        #expect(budget.signatures == WorkBudget.signatureLimit - CertificatePathBuilder.checkLimit)
    }

    @Test("Searches for one document share a budget of signatures, which large keys use up sooner")
    func budget() throws {
        let alice = try pki.entity("alice", .p256)
        let builder = CertificatePathBuilder(
            trust: TrustStore([pki.root]),
            intermediates: [pki.intermediate],
            purpose: .document
        )
        var budget = WorkBudget(signatures: 5)
        #expect(builder.path(for: alice, within: &budget).isTrusted)
        #expect(builder.path(for: alice, within: &budget).isTrusted)
        #expect(builder.path(for: alice, within: &budget).failures.map(\.reason) == [.searchTooLong])
        // DSA of 8,192 bits costs as much as 64 others.
        let large = PublicKey.dsa(bits: 8192)
        var rest = WorkBudget(signatures: 100)
        let taken = [rest.takeCheck(by: large), rest.takeCheck(by: large), rest.takeCheck(by: alice.publicKey)]
        #expect(taken == [true, false, true])
    }
}

extension PublicKey {
    /// A key with the form of DSA, which nothing was ever signed with.
    static func dsa(bits: Int) -> PublicKey {
        let prime = DER.integer(magnitude: [0x80] + [UInt8](repeating: 0x5B, count: bits / 8 - 1))
        let order = DER.integer(magnitude: [0x80] + [UInt8](repeating: 0x5B, count: 31))
        let algorithm = DER.sequence(DER.oid(.dsa), DER.sequence(prime, order, DER.integer(2)))
        guard let element = try? ASN1Element.parse(DER.sequence(algorithm, DER.bitString(prime))),
            let key = try? PublicKey(element)
        else { preconditionFailure("not a key") }
        return key
    }
}
