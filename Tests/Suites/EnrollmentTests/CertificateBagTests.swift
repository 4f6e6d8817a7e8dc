import JetonASN1
import JetonX509
import Testing

@testable import CertificateRig
@testable import JetonEnrollment
@testable import JetonNetwork

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

    /// What encoders of JSON and XML make of a text: each has its own habits.
    private static let encoders: [(name: String, encode: @Sendable (String) -> String)] = {
        func each(_ of: String, _ with: String) -> @Sendable (String) -> String { { $0.replacing(of, with: with) } }
        let wrapped: @Sendable (String, String) -> String = { text, end in
            stride(from: 0, to: text.utf8.count, by: 64).map { start in
                String(text.dropFirst(start).prefix(64))
            }.joined(separator: end)
        }
        return [
            ("System.Text.Json", each("+", #"\u002B"#)), ("Gson", each("=", #"\u003d"#)),
            ("Python", each("/", #"\u002f"#)),
            ("PHP", each("/", #"\/"#)), ("XML, decimal", each("+", "&#43;")), ("XML, hexadecimal", each("+", "&#x2B;")),
            ("XML, lower case", each("=", "&#x3d;")), ("XML, zeros", each("/", "&#x0002F;")),
            ("line ends, JSON", { wrapped($0, #"\u000a"#) }), ("line ends, JSON, short", { wrapped($0, #"\r\n"#) }),
            ("line ends, XML", { wrapped($0, "&#10;") }), ("line ends, XML, lower case", { wrapped($0, "&#xd;\n") }),
            ("line ends, XML, both", { wrapped($0, "&#13;&#10;") }), ("tabs", { wrapped($0, "\n\t\t") }),
            ("for URLs", { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }),
            ("all escaped, JSON", { $0.utf8.map { #"\u00"# + String($0, radix: 16) }.joined() }),
            ("all escaped, XML", { $0.utf8.map { "&#\($0);" }.joined() }), ("plain", { $0 }),
        ]
    }()

    @Test("A certificate is found whatever the encoder escapes, and whatever words stand around it", arguments: 0..<18)
    func encodings(index: Int) throws {
        let (name, encode) = Self.encoders[index]
        // Of some certificates, so that each character of base64 comes.
        for _ in 0..<8 {
            let (key, certificate) = try certificate()
            let text = encode(Base64.encode(certificate.derRepresentation))
            for answer in [
                "{\"certificate\":\"\(text)\"}", "<c>\(text)</c>", "<c><![CDATA[\(text)]]></c>", "Certificate: \(text)",
                "Your certificate \(text) is valid", "data:application/pkix-cert;base64,\(text)",
                "Made by M. Mill: \(text)",
                "[\"\(text)\",\"\(text)\"]", "MIIB \(text)",
            ] {
                let found = CertificateBag.scan(Array(answer.utf8))
                #expect(!found.isEmpty && found.allSatisfy { $0 == certificate }, "\(name): \(answer.prefix(80))")
            }
            #expect(key.publicKey.keyOctets == certificate.publicKey.keyOctets)
        }
    }

    @Test("Two certificates without anything between them are both found, and words that begin like one cost no time")
    func neighbors() throws {
        let (first, second) = try (certificate().1, certificate().1)
        let texts = [first, second].map { Base64.encode($0.derRepresentation) }
        #expect(CertificateBag.scan(Array(texts.joined(separator: "\n").utf8)) == [first, second])
        #expect(CertificateBag.scan(Array(texts.joined(separator: " and then ").utf8)) == [first, second])
        // Each claims 64 KiB, and all of them are cut somewhere else.
        let words = String(repeating: "MIL//w== ", count: 200_000)
        #expect(CertificateBag.scan(Array((words + "\n\"" + texts[0]).utf8)) == [first])
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
        let expected = ["expires soon", "self-issued", "'CN=B'", "another certificate"]
        try #require(all.count == expected.count, "\(all)")
        for (warning, words) in zip(all, expected) { #expect(warning.contains(words)) }
        let few = IssuedCertificateCheck.warnings(second, request: nil, others: [])
        #expect(few == ["the certificate is self-issued, not issued by an authority"])
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
        #expect(BodyTemplate.fill("<{{a}}{{b}}{{c}}{{", values) == "<{{b}}B{{c}}{{")
    }
}
