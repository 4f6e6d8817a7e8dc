import JetonASN1
import JetonCMS
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("What certificates are meant for")
struct CertificatePurposeTests {
    private static let foreign: [OID] = [.serverAuth, .clientAuth, .codeSigning, .ocspSigning, .timeStamping]

    @Test("A signer for something else than documents is refused, critical or not", arguments: foreign, [true, false])
    func foreignSigner(usage: OID, isCritical: Bool) throws {
        let root = try MadeCertificate.root()
        let path = MadePath(
            try root.signer([.extendedKeyUsage([usage]).critical(isCritical)], subject: "CN=www.example.org"),
            root
        )
        let failures = try path.failures()
        #expect(failures.map(\.reason) == [.purposeNotAllowed])
        let description = try #require(failures.first?.description)
        for words in ["'CN=www.example.org'", usage.usageName, "document signing", "emailProtection"] {
            #expect(description.contains(words), "\(description)")
        }
        let report = try path.report()
        #expect(report.isIntact && !report.isValid)
        #expect(report.signers[0].failures.map(\.reason) == [.purposeNotAllowed])
        #expect(try !path.isAcceptedByOpenSSL())
        // The caller may ask for no purpose, with both programs.
        #expect(try path.report(.any).isValid)
        #expect(try path.isAcceptedByOpenSSL("-purpose", "any"))
    }

    @Test("An intermediate or an anchor for something else is refused, and named", arguments: foreign, [true, false])
    func foreignAuthority(usage: OID, isCritical: Bool) throws {
        let limit = [CertificateExtension.extendedKeyUsage([usage]).critical(isCritical)]
        let root = try MadeCertificate.root()
        let sub = try root.authority(limit)
        let below = MadePath(try sub.signer(), sub, root)
        #expect(try below.reasons() == [.purposeNotAllowed])
        #expect(try below.failures().first?.certificate == sub.certificate)
        #expect(try !below.isAcceptedByOpenSSL())
        #expect(try below.reasons(.any) == [])
        let limited = try MadeCertificate.root(limit)
        let anchored = MadePath(try limited.signer(), limited)
        #expect(try anchored.reasons() == [.purposeNotAllowed])
        #expect(try anchored.failures().first?.certificate == limited.certificate)
        #expect(try !anchored.isAcceptedByOpenSSL())
    }

    @Test(
        "Documents may be signed with these usages, on the whole path",
        arguments: [
            [], [.anyExtendedKeyUsage], [.emailProtection], [.documentSigning], [.microsoftDocumentSigning],
            [.adobeAuthenticDocumentsTrust], [.serverAuth, .emailProtection],
        ] as [[OID]],
        [true, false]
    )
    func document(usages: [OID], isCritical: Bool) throws {
        let usage = usages.isEmpty ? [] : [CertificateExtension.extendedKeyUsage(usages).critical(isCritical)]
        let root = try MadeCertificate.root(usage)
        let sub = try root.authority(usage)
        let path = MadePath(try sub.signer(usage), sub, root)
        #expect(try path.reasons() == [])
        #expect(try path.report().isValid)
        // Of these, OpenSSL knows the usage for e-mail only.
        if usages.isEmpty || usages.contains(.emailProtection) { #expect(try path.isAcceptedByOpenSSL()) }
    }

    @Test(
        "Each purpose has its own usages",
        arguments: [
            (.email, [.emailProtection], true, true), (.email, [.documentSigning], true, false),
            (.email, [], true, true), (.email, [.anyExtendedKeyUsage], true, true),
            (.tls, [.serverAuth], true, true), (.tls, [.clientAuth], false, false), (.tls, [], true, true),
            (.tls, [.emailProtection], true, false), (.tls, [.anyExtendedKeyUsage], false, false),
            (.tlsClient, [.clientAuth], true, true), (.tlsClient, [.serverAuth], false, false),
            (.tlsClient, [.anyExtendedKeyUsage], false, true),
            (.code, [.codeSigning], false, true), (.code, [], false, false),
            (.code, [.anyExtendedKeyUsage], false, false),
            (.timestamp, [.timeStamping], true, true), (.timestamp, [.timeStamping], false, false),
            (.timestamp, [.timeStamping, .emailProtection], true, false), (.timestamp, [], true, false),
        ] as [(CertificatePurpose, [OID], Bool, Bool)]
    )
    func purposes(purpose: CertificatePurpose, usages: [OID], isCritical: Bool, isAllowed: Bool) throws {
        let usage = usages.isEmpty ? [] : [CertificateExtension.extendedKeyUsage(usages).critical(isCritical)]
        let root = try MadeCertificate.root()
        let path = MadePath(try root.signer(usage), root)
        #expect(try path.reasons(purpose) == (isAllowed ? [] : [.purposeNotAllowed]))
    }

    @Test("A usage that is empty or malformed is refused, and no purpose is read out of it")
    func malformed() throws {
        let root = try MadeCertificate.root()
        for value in [DER.sequence(), DER.null, DER.sequence(DER.null), [0x30, 0x03]] {
            let usage = CertificateExtension(oid: .extendedKeyUsage, isCritical: false, value: value)
            #expect(try MadePath(root.signer([usage]), root).reasons() == [.extensionMalformed])
        }
    }
}
