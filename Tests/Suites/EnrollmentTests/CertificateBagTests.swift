import ASN1
import Testing
import X509

@testable import CertificateRig
@testable import Enrollment

@Suite("Certificates out of answers")
struct CertificateBagTests {
    private func certificate() throws -> (SoftwareKey, Certificate) {
        let key = try SoftwareKey.make(.p256)
        return (key, try CertificateTemplate(subject: DistinguishedName("CN=A"), days: 5).selfSigned(by: key))
    }

    @Test("A certificate is found in JSON, in SOAP with wrapped lines, and in PEM, with an escaped slash or not")
    func scan() throws {
        let (_, certificate) = try certificate()
        let text = Base64.encode(certificate.derRepresentation)
        let escaped = text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        let answers = [
            #"{"a":"\#(text)"}"#, #"{"a":["\#(escaped)", "not one"]}"#,
            "<a>\(lines.joined(separator: "\r\n"))</a>", "<a>\(lines.joined(separator: "&#13;\n"))</a>",
            "<a>\(lines.joined(separator: "&#xD;\n"))</a>", certificate.pemRepresentation,
            "{\"a\":\"\(lines.joined(separator: "\\n"))\"}",
        ]
        for answer in answers { #expect(CertificateBag.scan(Array(answer.utf8)) == [certificate], "\(answer)") }
        for answer in ["", "{}", "\"\(text.dropLast(5))\"", String(text.reversed())] {
            #expect(CertificateBag.scan(Array(answer.utf8)).isEmpty)
        }
    }

    @Test("The certificate for the key comes first, and of two the one that lasts longer")
    func order() throws {
        let (key, short) = try certificate()
        let (other, stranger) = try certificate()
        let long = try CertificateTemplate(subject: DistinguishedName("CN=A"), days: 50).selfSigned(by: key)
        #expect(CertificateBag.ordered([stranger, short, long], for: key.publicKey) == [long, stranger])
        #expect(CertificateBag.ordered([short], for: other.publicKey) == nil)
    }

    @Test("A certificate that ends soon, is for another subject or is a second one is warned of")
    func warnings() throws {
        let (key, certificate) = try certificate()
        let request = try CertificationRequest.make(subject: DistinguishedName("CN=B"), key: key)
        let second = try CertificateTemplate(subject: DistinguishedName("CN=A"), days: 50).selfSigned(by: key)
        let all = IssuedCertificateCheck.warnings(certificate, request: request, others: [second, certificate])
        let expected = ["expires soon", "issued by itself", "'CN=B'", "another certificate"]
        try #require(all.count == expected.count, "\(all)")
        for (warning, words) in zip(all, expected) { #expect(warning.contains(words)) }
        let few = IssuedCertificateCheck.warnings(second, request: nil, others: [])
        #expect(few == ["the certificate is issued by itself, not by an authority"])
        let late = IssuedCertificateCheck.warnings(
            certificate,
            request: nil,
            others: [],
            at: UniversalTime.now.adding(days: 9)
        )
        #expect(late.count == 2 && late.first?.contains("expired on") == true)
    }

    @Test("A certificate takes the place of another only if the same authority's key signed both")
    func replacement() throws {
        // Both authorities have one name.
        let (root, other) = try (MadeCertificate.root(), MadeCertificate.root())
        let former = try root.signer().certificate
        let new = try root.signer().certificate
        let forged = try other.signer().certificate
        let issuers = [other.certificate, root.certificate]
        #expect(IssuedCertificateCheck.replaces(new, former, issuers: issuers))
        #expect(!IssuedCertificateCheck.replaces(new, former, issuers: []))
        #expect(!IssuedCertificateCheck.replaces(new, former, issuers: [other.certificate]))
        #expect(!IssuedCertificateCheck.replaces(forged, former, issuers: issuers))
    }

    @Test("A text is filled in once: what is filled in is not looked at again")
    func fill() {
        let values = [(name: "a", value: "{{b}}"), (name: "b", value: "B")]
        #expect(MailboxTemplate.fill("<{{a}}{{b}}{{c}}{{", values) == "<{{b}}B{{c}}{{")
    }
}
