import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Rules of paths that once were too lax, and limits that say so")
struct RuleLimitTests {
    private func path(
        to certificate: MadeCertificate,
        from root: MadeCertificate,
        by intermediates: [MadeCertificate] = []
    ) -> CertificatePath {
        CertificatePathBuilder(
            trust: TrustStore([root.certificate]),
            intermediates: intermediates.map(\.certificate),
            purpose: .document
        ).path(for: certificate.certificate)
    }

    static let qualifiers: [(kind: OID, isCritical: Bool, isTrusted: Bool)] = [
        (OID(1, 3, 6, 1, 4, 1, 99_999, 9), true, false), (OID(1, 3, 6, 1, 4, 1, 99_999, 9), false, true),
        (.practiceStatement, true, true), (.userNotice, true, true),
    ]

    @Test("A critical policy with an unknown qualifier fails, as RFC 5280, 4.2.1.4, demands", arguments: qualifiers)
    func qualifier(kind: OID, isCritical: Bool, isTrusted: Bool) throws {
        let policy = DER.sequence(
            DER.oid(OID(1, 3, 6, 1, 4, 1, 99_999, 1)),
            DER.sequence(DER.sequence(DER.oid(kind), DER.element(.utf8String, Array("x".utf8))))
        )
        let made = CertificateExtension(
            oid: .certificatePolicies,
            isCritical: isCritical,
            value: DER.sequence(policy)
        )
        let root = try MadeCertificate.root()
        let signer = try root.signer([made])
        let found = path(to: signer, from: root)
        #expect(found.isTrusted == isTrusted, "\(found.failures)")
        if !isTrusted { #expect(found.failures.map(\.reason) == [.criticalExtensionUnknown]) }
    }

    @Test("More entries than are read are a limit, and not malformed")
    func entries() throws {
        let name = DER.element(.contextPrimitive(2), Array("a.example".utf8))
        let names = CertificateExtension(
            oid: .subjectAlternativeName,
            isCritical: false,
            value: DER.element(.sequence, Array([[UInt8]](repeating: name, count: 4_097).joined()))
        )
        let policies = (0..<257).map { DER.sequence(DER.oid(OID(1, 3, 6, 1, 4, 1, 99_999, UInt64($0)))) }
        let many = CertificateExtension(
            oid: .certificatePolicies,
            isCritical: false,
            value: DER.element(.sequence, Array(policies.joined()))
        )
        let root = try MadeCertificate.root()
        for extension_ in [names, many] {
            let found = path(to: try root.signer([extension_]), from: root)
            #expect(found.failures.map(\.reason) == [.searchTooLong], "\(found.failures)")
        }
        let broken = CertificateExtension(oid: .certificatePolicies, isCritical: false, value: DER.sequence([]))
        let found = path(to: try root.signer([broken]), from: root)
        #expect(found.failures.map(\.reason) == [.extensionMalformed])
    }

    @Test("A path that is too long is said to be, though every issuer is at hand")
    func length() throws {
        let root = try MadeCertificate.root()
        var made = [root]
        for number in 1...17 { made.append(try made[number - 1].authority(subject: "CN=Sub \(number),O=Example")) }
        let signer = try made[17].signer()
        let found = path(to: signer, from: root, by: Array(made.dropFirst()))
        #expect(!found.isTrusted && found.failures.first?.reason == .searchTooLong, "\(found.failures)")
        let short = path(to: try made[14].signer(), from: root, by: Array(made[1...14]))
        #expect(short.isTrusted, "\(short.failures)")
    }

    @Test("A common name whose labels end with a hyphen is not a host's")
    func hyphen() throws {
        let root = try MadeCertificate.root()
        let sub = try root.authority([try .nameConstraints(permitted: [.dns("example.com")])])
        let plain = path(to: try sub.signer(subject: "CN=not-.dns,O=Example"), from: root, by: [sub])
        #expect(plain.isTrusted, "\(plain.failures)")
        let host = path(to: try sub.signer(subject: "CN=not.dns,O=Example"), from: root, by: [sub])
        #expect(host.failures.map(\.reason) == [.nameNotAllowed], "\(host.failures)")
    }

    @Test("Trust settings that refuse a certificate refuse every one of its name and key")
    func reissued() throws {
        let root = try MadeCertificate.root()
        let again = try Certificate(
            derRepresentation: root.encode(
                "CN=Root,O=Example",
                root.key.publicKey,
                MadeCertificate.authority
            )
        )
        let signer = try root.signer()
        // Rejected: emailProtection.
        let settings = DER.sequence(DER.element(.contextConstructed(0), DER.oid(.emailProtection)))
        let refused = PEM.encode(root.certificate.derRepresentation + settings, label: "TRUSTED CERTIFICATE")
        let store = try TrustStore(bundle: Array((refused + again.pemRepresentation).utf8))
        for (purpose, isTrusted) in [(CertificatePurpose.email, false), (.any, true)] {
            let found = CertificatePathBuilder(trust: store, purpose: purpose).path(for: signer.certificate)
            #expect(found.isTrusted == isTrusted, "\(purpose): \(found.failures)")
        }
    }

    @Test("A key of a known type that can't be read is said to be malformed, another one to be unsupported")
    func keys() throws {
        let negative = DER.sequence(DER.element(.integer, [0x80, 1]), DER.integer(65_537))
        let algorithm = DER.sequence(DER.oid(.rsaEncryption), DER.null)
        let key = try PublicKey(derRepresentation: DER.sequence(algorithm, DER.bitString(negative)))
        let other = DER.sequence(DER.oid(OID(1, 3, 6, 1, 4, 1, 99_999, 5)))
        let unknown = try PublicKey(derRepresentation: DER.sequence(other, DER.bitString([1])))
        func reason(_ key: PublicKey) -> String? {
            guard case .unsupported(let reason) = key.check([1], over: [1], scheme: .rsaPKCS1(.sha256)) else {
                return nil
            }
            return reason
        }
        #expect(reason(key)?.contains("malformed") == true)
        #expect(reason(unknown)?.contains("not supported") == true)
    }
}
