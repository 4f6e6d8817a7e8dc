import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("What a certificate of a path must not be")
struct CertificateRuleTests {
    @Test(
        "An extension that is there twice is refused, on each certificate of the path",
        arguments: [
            [.basicConstraints(isAuthority: true), .basicConstraints(isAuthority: false)],
            [.keyUsage([.digitalSignature, .keyCertSign]), .keyUsage([.digitalSignature, .keyCertSign])],
            [.extendedKeyUsage([.emailProtection]), .extendedKeyUsage([.serverAuth])],
            [
                CertificateExtension(oid: OID(1, 2, 3), isCritical: false, value: DER.null),
                CertificateExtension(oid: OID(1, 2, 3), isCritical: false, value: DER.null),
            ],
        ] as [[CertificateExtension]]
    )
    func duplicates(extensions: [CertificateExtension]) throws {
        func complete(_ usual: [CertificateExtension]) -> [CertificateExtension] {
            usual.filter { member in !extensions.contains { $0.oid == member.oid } } + extensions
        }
        let root = try MadeCertificate.root()
        let signer = MadePath(try root.issue("CN=Alice", complete(MadeCertificate.signer)), root)
        #expect(try signer.reasons() == [.extensionDuplicated])
        #expect(try !signer.isAcceptedByOpenSSL() || extensions[0].oid == OID(1, 2, 3))
        let sub = try root.issue("CN=Sub", complete(MadeCertificate.authority))
        let authority = MadePath(try sub.signer(), sub, root)
        #expect(try authority.failures().first?.reason == .extensionDuplicated)
        #expect(try authority.failures().first?.certificate == sub.certificate)
    }

    @Test(
        "A critical extension that is not supported is refused, however well known",
        arguments: [
            OID(2, 5, 29, 9), OID(2, 5, 29, 31), OID(2, 5, 29, 46), OID(1, 3, 6, 1, 5, 5, 7, 1, 1), OID(1, 2, 3),
        ]
    )
    func unprocessed(oid: OID) throws {
        let root = try MadeCertificate.root()
        let member = CertificateExtension(oid: oid, isCritical: true, value: DER.sequence())
        #expect(try MadePath(root.signer([member]), root).reasons() == [.criticalExtensionUnknown])
        #expect(try MadePath(root.signer([member]), root).reasons(.any) == [.criticalExtensionUnknown])
        let sub = try root.authority([member])
        #expect(try MadePath(sub.signer(), sub, root).reasons() == [.criticalExtensionUnknown])
        #expect(try MadePath(root.signer([member.critical(false)]), root).reasons() == [])
    }

    @Test("A key's or a signature's BIT STRING that ends inside an octet is not read")
    func unusedBits() throws {
        let root = try MadeCertificate.root()
        let key = try SoftwareKey.make(.p256).publicKey
        let good = try root.encode("CN=Alice", key, MadeCertificate.signer)
        #expect(throws: Never.self) { try Certificate(derRepresentation: good) }
        for unused in 1...8 as ClosedRange<UInt8> {
            let signature = try root.encode(
                "CN=Alice",
                key,
                MadeCertificate.signer,
                signature: { DER.element(.bitString, [unused] + $0) }
            )
            #expect(throws: DocumentError(.malformed, "")) { try Certificate(derRepresentation: signature) }
            let spki = try root.encode(
                "CN=Alice",
                key,
                MadeCertificate.signer,
                key: { info in
                    var info = info
                    info[info.count - key.keyOctets.count - 1] = unused
                    return info
                }
            )
            #expect(throws: DocumentError(.malformed, "")) { try Certificate(derRepresentation: spki) }
        }
    }

    @Test("A message says that its signer's certificate is malformed rather than absent")
    func malformedCertificate() throws {
        let root = try MadeCertificate.root()
        let path = MadePath(try root.signer(), root)
        var message = try path.message()
        let certificate = path.certificates[0].certificate
        let start = try #require(message.firstRange(of: certificate.derRepresentation)?.lowerBound)
        // The first octet of the BIT STRING in front of the signature.
        message[start + certificate.derRepresentation.count - certificate.signature.count - 1] = 1
        var content = MemorySource(MadePath.content)
        let report = try CMSVerifier(trust: TrustStore([root.certificate]))
            .verifyDetached(MemorySource(message), content: &content)
        #expect(report.unreadableCertificates == 1 && !report.isIntact)
        #expect(report.signers[0].failures.first?.detail.contains("malformed") == true)
    }

    @Test(
        "keyUsage has no trailing zero bits, used or not",
        arguments: [
            [0x03, 0x02, 0x00, 0x80], [0x03, 0x02, 0x06, 0x80], [0x03, 0x02, 0x07, 0xC0],
            [0x03, 0x03, 0x00, 0x80, 0x00],
        ]
            as [[UInt8]]
    )
    func namedBits(value: [UInt8]) throws {
        let root = try MadeCertificate.root()
        let usage = CertificateExtension(oid: .keyUsage, isCritical: true, value: value)
        let reasons = try MadePath(root.issue("CN=Alice", [usage]), root).reasons()
        #expect(reasons == [.extensionMalformed])
        let right = CertificateExtension(oid: .keyUsage, isCritical: true, value: [0x03, 0x02, 0x07, 0x80])
        #expect(try MadePath(root.issue("CN=Alice", [right]), root).reasons() == [])
    }

    @Test("The two fields for the signature's algorithm are the same")
    func ambiguousAlgorithm() throws {
        let root = try MadeCertificate.root()
        let key = try SoftwareKey.make(.p256)
        let octets = try root.encode(
            "CN=Alice",
            key.publicKey,
            MadeCertificate.signer,
            innerAlgorithm: .ecdsa(.sha384)
        )
        let alice = MadeCertificate(certificate: try Certificate(derRepresentation: octets), key: key)
        #expect(alice.certificate.checkSignature(by: root.key.publicKey) == .valid)
        #expect(try MadePath(alice, root).reasons() == [.algorithmAmbiguous])
    }

    @Test(
        "A weak key is refused, whose ever it is",
        arguments: [
            ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
            ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2047"],
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime192v1"],
        ]
    )
    func weakKey(arguments: [String]) throws {
        let openSSL = try OpenSSL()
        let pki = try TestPKI(openSSL)
        try TestPKI.makeKey(openSSL, "weak", arguments)
        func path(_ name: String, _ anchor: String, _ others: String...) throws -> [CertificatePathFailure] {
            try CertificatePathBuilder(
                trust: TrustStore([TestPKI.certificate(openSSL, anchor)]),
                intermediates: others.map { try TestPKI.certificate(openSSL, $0) },
                purpose: .document
            ).path(for: TestPKI.certificate(openSSL, name)).failures
        }
        try TestPKI.issue(openSSL, "weak", subject: "/CN=weak", issuer: "sub", extensions: "ee.ext")
        let signer = try path("weak", "root", "sub")
        #expect(signer.map(\.reason) == [.weakKey])
        #expect(signer.first?.description.contains("'CN=weak': its key") == true)
        #expect(try pki.entity("alice", .p256).publicKey.bitCount == 256)
        // As an authority and as an anchor.
        try openSSL.write("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n", "any-ca.ext")
        try openSSL.run("req", "-new", "-key", "weak.key", "-subj", "/CN=weak", "-out", "self.csr")
        try openSSL.run(
            "x509",
            "-req",
            "-in",
            "self.csr",
            "-signkey",
            "weak.key",
            "-days",
            "5",
            "-extfile",
            "any-ca.ext",
            "-out",
            "weak.pem"
        )
        try TestPKI.issue(openSSL, "alice", subject: "/CN=alice", issuer: "weak", extensions: "ee.ext")
        let anchored = try path("alice", "weak")
        #expect(anchored.map(\.reason) == [.weakKey])
        try TestPKI.issue(openSSL, "weak", subject: "/CN=weak", issuer: "root", extensions: "any-ca.ext")
        #expect(try path("alice", "root", "weak").map(\.reason) == [.weakKey])
    }

    @Test("RSA of 2048 bits is not weak, and MGF1 with SHA-1 is not, since it needs no resistance to collisions")
    func notWeak() throws {
        let openSSL = try OpenSSL()
        let pki = try TestPKI(openSSL)
        try pki.entity("alice", .rsa)
        try openSSL.write(MadePath.content, "content")
        try openSSL.run(
            "cms",
            "-sign",
            "-binary",
            "-in",
            "content",
            "-signer",
            "alice.pem",
            "-inkey",
            "alice.key",
            "-outform",
            "DER",
            "-keyopt",
            "rsa_padding_mode:pss",
            "-keyopt",
            "rsa_mgf1_md:sha1",
            "-md",
            "sha256",
            "-out",
            "message"
        )
        var content = MemorySource(MadePath.content)
        let report = try pki.verifier.verifyDetached(MemorySource(openSSL.read("message")), content: &content)
        #expect(report.isValid, "\(report.signers[0].failures)")
        #expect(report.signers[0].signatureAlgorithmName == "RSA-PSS with SHA-256 and MGF1 with SHA-1")
    }
}
