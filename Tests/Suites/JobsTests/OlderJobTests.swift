import JetonASN1
import JetonOctets
import JetonX509
import Testing

@testable import CertificateRig
@testable import JetonJobs

@Suite("Jobs of the older form, made by OpenSSL")
struct OlderJobTests {
    private static let key = String(repeating: "ab", count: 20)
    private static let signer = Result { () throws -> OpenSSL in
        let openSSL = try OpenSSL()
        let authority = try TestPKI(openSSL)
        for name in ["signer", "other"] { try authority.entity(name, .p256) }
        return openSSL
    }

    private let openSSL: OpenSSL
    private let pinned: JobIssuer

    init() throws {
        openSSL = try OpenSSL()
        for name in ["signer", "other"] {
            for suffix in ["pem", "key"] {
                try openSSL.write(Self.signer.get().read("\(name).\(suffix)"), "\(name).\(suffix)")
            }
        }
        pinned = JobIssuer(
            origin: try #require(JobOrigin("https://portal.example")),
            certificate: try Certificate.parse(openSSL.read("signer.pem"))[0],
            operations: ["sign-data", "timestamp"],
            allowsBlindDigests: false,
            allowsOlderForm: true
        )
    }

    private static let parts =
        "<Operation>sign-data</Operation><Form>raw</Form><Title>Hello</Title><Key>\(key)</Key>"
        + #"<Document name="a.txt">aGVsbG8=</Document><Reply>https://portal.example/r</Reply>"#

    private static func envelope(_ parts: String) -> String {
        "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
            + "<SignRequest xmlns=\"urn:jeton:older-job\">\(parts)</SignRequest></e:Body></e:Envelope>"
    }

    private func signed(_ text: String, by signer: String = "signer", _ more: [String] = []) throws -> [UInt8] {
        try openSSL.write(text, "older.xml")
        let words = [
            "cms", "-sign", "-binary", "-nodetach", "-in", "older.xml", "-signer", "\(signer).pem", "-inkey",
            "\(signer).key", "-outform", "DER", "-out", "older.der",
        ]
        let outcome = try openSSL.attempt(words + more)
        guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: words, outcome: outcome) }
        return try openSSL.read("older.der")
    }

    private func verify(_ octets: [UInt8], _ issuer: JobIssuer? = nil, later: Int64 = 0) throws -> VerifiedJob {
        let now = UniversalTime(secondsSince1970: UniversalTime.now.secondsSince1970 + later)
        return try JobVerifier(issuers: [issuer ?? pinned], installation: MadeJob.installation, at: now).verify(octets)
    }

    private func refusal(_ octets: [UInt8], _ issuer: JobIssuer? = nil, later: Int64 = 0) -> JobRefusal.Code? {
        do {
            _ = try verify(octets, issuer, later: later)
            return nil
        } catch {
            return (error as? JobRefusal)?.code
        }
    }

    @Test("A request of the pinned signer is read, with its documents and where the answer goes")
    func good() throws {
        let octets = try signed(Self.envelope(Self.parts))
        let verified = try verify(octets)
        #expect(verified.job.operation == .signData(.raw))
        #expect(verified.olderContents == [Array("hello".utf8)])
        #expect(verified.job.title == "Hello" && verified.job.replyURL == "https://portal.example/r")
        #expect(verified.job.documents.map(\.size) == [5])
        // The same signature in another encoding is the same job.
        let other = try verify(signed(Self.envelope(Self.parts), ["-nocerts", "-certfile", "signer.pem"]))
        #expect(other.job.identifier.utf8.count == 64)
        try openSSL.write(octets, "again.der")
        try openSSL.run("cms", "-cmsout", "-inform", "DER", "-in", "again.der", "-outform", "PEM", "-out", "again.pem")
        #expect(try verify(openSSL.read("again.pem")).job.identifier == verified.job.identifier)
    }

    @Test("It is off until it is trusted; another signer, an authority's signer, SHA-1 and another time are refused")
    func signers() throws {
        var off = pinned
        off.allowsOlderForm = false
        let octets = try signed(Self.envelope(Self.parts))
        #expect(refusal(octets, off) == .signature)
        #expect(refusal(try signed(Self.envelope(Self.parts), by: "other")) == .signer)
        #expect(refusal(try signed(Self.envelope(Self.parts), ["-md", "sha1"])) == .signature)
        #expect(refusal(try signed(Self.envelope(Self.parts), ["-noattr"])) == .time)
        #expect(refusal(octets, later: 590) == nil)
        #expect(refusal(octets, later: 660) == .time)
        #expect(refusal(octets, later: -660) != nil)
    }

    @Test(
        "A wrong request is refused by its own reason",
        arguments: [
            (parts.replacing("sign-data", with: "sign-digest"), JobRefusal.Code.content),
            (parts.replacing("sign-data", with: "run"), .operation),
            (parts.replacing("raw", with: "pades"), .operation),
            (parts + "<More/>", .content), ("text" + parts, .content), (parts + "text", .content),
            (parts + "<Title>again</Title>", .content),
            (parts.replacing("Hello", with: "He<!-- -->llo"), .content),
            (parts.replacing("Hello", with: "He<b/>llo"), .content),
            (parts.replacing("Hello", with: "He&#x202E;llo"), .text),
            (parts.replacing("name=", with: "more=\"1\" name="), .content),
            (parts.replacing("a.txt", with: "../a.txt"), .content),
            (parts.replacing("a.txt", with: "a&#10;b"), .text),
            (parts.replacing("aGVsbG8=", with: "?"), .content), (parts.replacing(key, with: "label"), .content),
            (parts.replacing("https://portal.example/r", with: "https://evil.example/r"), .url),
            (parts.replacing("https://portal.example/r", with: "http://portal.example/r"), .url), ("", .operation),
        ] as [(String, JobRefusal.Code)]
    )
    func requests(parts: String, expected: JobRefusal.Code) throws {
        #expect(refusal(try signed(Self.envelope(parts))) == expected)
    }

    @Test("Digests are signed for an issuer who may; another envelope, two requests and no XML are refused")
    func digests() throws {
        let digest = Base64.encode([UInt8](repeating: 7, count: 32))
        let parts =
            "<Operation>sign-digest</Operation><Form>raw</Form><Key>\(Self.key)</Key>"
            + "<Document name=\"a\" algorithm=\"sha256\">\(digest)</Document>"
        let octets = try signed(Self.envelope(parts))
        #expect(refusal(octets) == .operation)
        let blind = JobIssuer(
            origin: pinned.origin,
            certificate: pinned.certificate,
            operations: ["sign-digest"],
            allowsBlindDigests: true,
            allowsOlderForm: true
        )
        #expect(refusal(octets, blind) == nil)
        let weak = parts.replacing("sha256", with: "sha1")
        #expect(refusal(try signed(Self.envelope(weak)), blind) == .content)
        #expect(refusal(try signed("<a>\(Self.parts)</a>")) == .content)
        #expect(refusal(try signed("not XML")) == .content)
        let twice = Self.envelope(Self.parts).replacing("</e:Body>", with: "<SignRequest xmlns=\"urn:x\"/></e:Body>")
        #expect(refusal(try signed(twice)) == .content)
        let timestamp = "<Operation>timestamp</Operation><Document name=\"a\">aGVsbG8=</Document>"
        #expect(try verify(signed(Self.envelope(timestamp))).job.key == nil)
        // A timestamp needs the digest only.
        let alone = timestamp.replacing("name=\"a\">aGVsbG8=", with: "name=\"a\" algorithm=\"sha256\">\(digest)")
        let verified = try verify(signed(Self.envelope(alone)))
        #expect(verified.olderContents == [nil])
        #expect(verified.job.documents.map(\.digest) == [[UInt8](repeating: 7, count: 32)])
        #expect(refusal(try signed(Self.envelope(alone.replacing("sha256", with: "sha1")))) == .content)
    }
}
