import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("Trust anchors")
struct TrustStoreTests {
    struct Row: Sendable {
        let settings: [String]
        let purpose: CertificatePurpose
        let isTrusted: Bool
        /// What `openssl cms -verify` says, which asks for e-mail.
        var openSSL: Bool?
    }

    @Test(
        "OpenSSL's trust settings of a TRUSTED CERTIFICATE are obeyed",
        arguments: [
            Row(settings: ["-addreject", "emailProtection"], purpose: .document, isTrusted: false, openSSL: false),
            Row(settings: ["-addreject", "emailProtection"], purpose: .email, isTrusted: false, openSSL: false),
            Row(settings: ["-addreject", "anyExtendedKeyUsage"], purpose: .document, isTrusted: false, openSSL: false),
            Row(settings: ["-addreject", "anyExtendedKeyUsage"], purpose: .any, isTrusted: false),
            Row(settings: ["-addreject", "serverAuth"], purpose: .document, isTrusted: true, openSSL: true),
            Row(settings: ["-addreject", "serverAuth"], purpose: .tls, isTrusted: false),
            Row(settings: ["-addtrust", "emailProtection"], purpose: .document, isTrusted: true, openSSL: true),
            Row(settings: ["-addtrust", "anyExtendedKeyUsage"], purpose: .document, isTrusted: true, openSSL: true),
            Row(settings: ["-addtrust", "serverAuth"], purpose: .document, isTrusted: false, openSSL: false),
            Row(settings: ["-addtrust", "serverAuth"], purpose: .any, isTrusted: true),
            Row(
                settings: ["-addtrust", "emailProtection", "-addreject", "emailProtection"],
                purpose: .document,
                isTrusted: false,
                openSSL: false
            ),
            Row(settings: ["-setalias", "my root"], purpose: .document, isTrusted: true, openSSL: true),
            Row(settings: ["-trustout"], purpose: .document, isTrusted: true, openSSL: true),
        ]
    )
    func settings(row: Row) throws {
        let openSSL = try OpenSSL()
        let pki = try TestPKI(openSSL)
        let alice = try pki.entity("alice", .p256)
        let arguments = ["x509", "-in", "root.pem", "-trustout"] + row.settings + ["-out", "trusted.pem"]
        let made = try openSSL.attempt(arguments)
        #expect(made.status == 0, "\(made.errors)")
        let text = try openSSL.read("trusted.pem")
        #expect(String(decoding: text, as: UTF8.self).contains("BEGIN TRUSTED CERTIFICATE"))
        func path(_ store: TrustStore) -> CertificatePath {
            CertificatePathBuilder(trust: store, intermediates: [pki.intermediate, pki.root], purpose: row.purpose)
                .path(for: alice)
        }
        for store in [TrustStore(try TrustAnchor.parse(text)), try TrustStore(bundle: text)] {
            let found = path(store)
            #expect(found.isTrusted == row.isTrusted)
            #expect(found.failures.map(\.reason) == (row.isTrusted ? [] : [.anchorRefused]))
        }
        // The same certificate without settings beside it does not undo a refusal.
        let both = TrustStore([TrustAnchor(pki.root)] + (try TrustAnchor.parse(text)))
        #expect(path(both).isTrusted == row.isTrusted)
        guard let expected = row.openSSL else { return }
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
            "-certfile",
            "sub.pem",
            "-outform",
            "DER",
            "-out",
            "message"
        )
        let answer = try openSSL.attempt([
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "message", "-content", "content", "-CAfile",
            "trusted.pem", "-out", "verified",
        ])
        #expect((answer.status == 0) == expected, "\(answer.errors)")
    }

    @Test("A rejected authority is passed by no other path either")
    func rejectedIntermediate() throws {
        let openSSL = try OpenSSL()
        let pki = try TestPKI(openSSL)
        let alice = try pki.entity("alice", .p256)
        try openSSL.run(
            "x509",
            "-in",
            "sub.pem",
            "-trustout",
            "-addreject",
            "emailProtection",
            "-out",
            "rejected.pem"
        )
        let store = TrustStore([TrustAnchor(pki.root)] + (try TrustAnchor.parse(openSSL.read("rejected.pem"))))
        let path = CertificatePathBuilder(trust: store, intermediates: [pki.intermediate], purpose: .document)
            .path(for: alice)
        #expect(path.failures.map(\.reason) == [.anchorRefused])
        #expect(path.failures.first?.description == "'CN=Sub,O=Example': its trust settings reject emailProtection")
    }

    @Test("Trust settings that are malformed are an error")
    func malformedSettings() throws {
        let root = try MadeCertificate.root().certificate
        for settings in [DER.null, DER.sequence(DER.sequence(DER.null)), DER.sequence() + DER.null] {
            let text = PEM.encode(root.derRepresentation + settings, label: "TRUSTED CERTIFICATE")
            #expect(throws: DocumentError(.malformed, "")) { try TrustAnchor.parse(Array(text.utf8)) }
        }
    }

    @Test("A bundle finds what its certificates one by one find, and passes over what it cannot read")
    func bundle() throws {
        let root = try MadeCertificate.root()
        let sub = try root.authority(subject: "CN=Größe  Äther,O=Example")
        let alice = try sub.signer()
        let junk = PEM.encode([0x30, 0x03, 0x02, 0x01, 0x00], label: "CERTIFICATE")
        let stranger = try MadeCertificate.root().certificate
        let text = "# roots\n" + junk + stranger.pemRepresentation + root.certificate.pemRepresentation
        let store = try TrustStore(bundle: Array(text.utf8))
        let builder = CertificatePathBuilder(trust: store, intermediates: [sub.certificate], purpose: .document)
        let path = builder.path(for: alice.certificate)
        #expect(path.isTrusted && path.reachesAnchor)
        #expect(path.certificates == [alice, sub, root].map(\.certificate))
        #expect(!builder.path(for: try MadeCertificate.root().signer().certificate).isTrusted)
        #expect(throws: DocumentError(.malformedPEM, "")) { try TrustStore(bundle: Array("-----BEGIN X-----\n".utf8)) }
    }

    @Test("A signer whose certificate is among the anchors only is found")
    func signerAmongAnchors() throws {
        let root = try MadeCertificate.root()
        let alice = try root.signer()
        for store in [
            TrustStore([root.certificate, alice.certificate]),
            try TrustStore(bundle: Array(alice.certificate.pemRepresentation.utf8)),
        ] {
            #expect(store.standing(of: alice.certificate, for: .document, at: .now) == .trusted)
            let identifier = SignerIdentifier.subjectKeyIdentifier([1])
            #expect(store.certificates(issuedBy: nil) { identifier.matches($0) }.isEmpty)
        }
        let identifier = SignerIdentifier.issuerAndSerialNumber(
            alice.certificate.issuer,
            alice.certificate.serialNumber
        )
        let both = TrustStore([root.certificate, alice.certificate])
        #expect(both.certificates(issuedBy: identifier.issuer) { identifier.matches($0) } == [alice.certificate])
        let own = SignerIdentifier.issuerAndSerialNumber(root.certificate.issuer, root.certificate.serialNumber)
        let bundle = try TrustStore(bundle: Array(root.certificate.pemRepresentation.utf8))
        #expect(bundle.certificates(issuedBy: own.issuer) { own.matches($0) } == [root.certificate])
    }

    @Test("The system's own anchors are read, and none of them is refused for its form")
    func system() throws {
        let octets = try OpenSSL().readFile("/etc/ssl/certs/ca-certificates.crt")
        let store = try TrustStore(bundle: octets)
        for certificate in try Certificate.parse(octets) {
            let path = CertificatePathBuilder(trust: store, purpose: .any).path(for: certificate)
            #expect(path.reachesAnchor)
            #expect(path.failures.allSatisfy { [.expired, .weakKey].contains($0.reason) }, "\(path.failures)")
        }
    }
}
