import Foundation
import TestRig
import Testing

@Suite("Signed mail, by openssl")
struct MailTests {
    let place: Workplace

    init() async throws {
        place = try Workplace(modules: [])
        try await place.makeAuthority()
        try await place.issue("anna", ["subjectAltName=email:anna@Example.org,email:a.muster@example.org"])
        try place.directory.write("Content-Type: text/plain\n\nI owe you one.\n--\nAnna\n", to: "body")
    }

    /// Has openssl make a message.
    private func make(_ options: [String], from: String?, by signer: String = "anna") async throws -> String {
        let sender = from.map { ["-from", $0] } ?? []
        try await place.openssl(
            ["cms", "-sign", "-in", "body", "-signer", "\(signer).pem", "-inkey", "\(signer).key", "-out", "mail.eml"]
                + options + sender + ["-to", "bob@example.org", "-subject", "a bill"]
        )
        return String(decoding: try #require(place.contents("mail.eml")), as: UTF8.self)
    }

    private func verify(_ more: String...) async throws -> Answer {
        try await place.jeton(["verify", "mail.eml", "--trust", "ca.pem"] + more)
    }

    private func isGoodForOpenSSL() async throws -> Bool {
        let output = try await place.run("openssl", "cms", "-verify", "-in", "mail.eml", "-CAfile", "ca.pem")
        return output.exitStatus == 0
    }

    @Test(
        "A mail message is verified as openssl does, in two parts or one, with any line ends; a changed one is not",
        arguments: [[], ["-nodetach"]],
        [false, true]
    )
    func forms(options: [String], hasReturns: Bool) async throws {
        let made = try await make(options, from: "Anna Muster <anna@example.org>").replacing("\r\n", with: "\n")
        try place.directory.write(hasReturns ? made.replacing("\n", with: "\r\n") : made, to: "mail.eml")
        #expect(try await isGoodForOpenSSL())
        let document = try await verify("--json").exits(0).json()
        #expect(document["valid"].flag == true && document["from"].list.map(\.text) == ["anna@example.org"])
        #expect(document["purpose"].text == "email")
        try await verify("--out", "content").exits(0).prints("mail.eml: valid", "from:       anna@example.org")
        let content = String(decoding: try #require(place.contents("content")), as: UTF8.self)
        #expect(content == "Content-Type: text/plain\r\n\r\nI owe you one.\r\n--\r\nAnna\r\n")
        guard options.isEmpty else { return }
        try place.directory.write(made.replacing("owe you one", with: "owe you ten"), to: "mail.eml")
        try await verify().exits(1).prints("not valid", "does not match the signed digest")
        try await verify("--out", "other").exits(1)
        #expect(place.contents("other") == nil)
    }

    @Test(
        "From has to be an address of the certificate, and readable in one way",
        arguments: [
            ("anna@example.org", true), ("anna@EXAMPLE.ORG", true), ("a.muster@example.org", true),
            ("\"Muster, Anna (boss)\" <anna@example.org>", true), ("Anna (a comment, <x@y>) <anna@example.org>", true),
            ("anna@example.org, a.muster@example.org", true), ("Anna@example.org", false),
            ("mallory@example.org", false), ("\"anna@example.org\" <mallory@example.org>", false),
            ("anna@example.org <mallory@example.org>", false), ("anna@example.org, mallory@example.org", false),
            ("<anna@example.org> <mallory@example.org>", false), ("group: anna@example.org;", false),
            ("<@mallory.example:anna@example.org>", false), ("anna@example.org\nFrom: mallory@example.org", false),
            ("anna@example.org.mallory.example", false), ("\"anna@example.org", false), ("", false),
            // A combining mark behind a quote: mail programs read bytes, and end the quoted name there.
            ("\"x\"\u{308}, mallory@example.org, \" <anna@example.org>", false),
            ("\"J\u{f6}rg\" <anna@example.org>", true),
        ]
    )
    func senders(from: String, isGood: Bool) async throws {
        let made = try await make([], from: "FROM")
        try place.directory.write(made.replacing("From: FROM", with: "From: \(from)"), to: "mail.eml")
        // The signature itself holds in each case.
        #expect(try await isGoodForOpenSSL())
        let answer = try await verify().exits(isGood ? 0 : 1)
        if !isGood { answer.prints("SIG_CONSTRAINTS_FAILURE") }
    }

    @Test("A part without From has nothing to compare; a certificate without an address proves no sender")
    func addresses() async throws {
        _ = try await make(["-nodetach"], from: nil)
        try await verify().exits(0)
        try await place.issue("plain", [])
        _ = try await make([], from: "plain@example.org", by: "plain")
        try await verify().exits(1).prints("the certificate is for no mail address")
        try await place.openssl(
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "old.key",
            "-out",
            "old.csr",
            "-subj",
            "/CN=Old/emailAddress=old@example.org",
            "-batch"
        )
        try await place.certify("old", [])
        _ = try await make([], from: "old@example.org", by: "old")
        try await verify().exits(0)
        // A certificate for other purposes than mail.
        try await place.issue("code", ["subjectAltName=email:code@example.org", "extendedKeyUsage=codeSigning"])
        _ = try await make([], from: "code@example.org", by: "code")
        try await verify().exits(1)
        try await verify("--purpose", "any").exits(0)
    }

    @Test(
        "Mail that is encrypted, malformed or signed in another way is refused with the reason",
        arguments: [
            "encrypted", "one part", "three parts", "prefix", "other type", "base64", "twice", "shown as it is",
        ]
    )
    func refused(kind: String) async throws {
        let made = try await make([], from: "anna@example.org").replacing("\r\n", with: "\n")
        let start = try #require(made.range(of: "boundary=\"")?.upperBound)
        let boundary = "--" + String(made[start...].prefix { $0 != "\"" })
        let last = try #require(made.range(of: "\(boundary)--"))
        let second = try #require(made.range(of: "\(boundary)\nContent-Type: application"))
        let text: String =
            switch kind {
            case "one part": String(made[..<second.lowerBound]) + "\(boundary)--\n"
            case "three parts": String(made[..<last.lowerBound]) + "\(boundary)\n\nmore\n\(boundary)--\n"
            case "prefix": made.replacing("I owe you one.\n", with: "I owe you one.\n\(boundary)x\n")
            case "other type": made.replacing("application/pkcs7-signature; name", with: "text/plain; name")
            case "base64": made.replacing("\n\nMII", with: "\n\n*MII")
            case "shown as it is": "Content-Type: text/html; name=\"application/pkcs7-mime\"\n\nhello\n"
            case "twice":
                "Content-Type: multipart/signed; boundary=\"x\"; protocol=\"application/pkcs7-signature\"\n" + made
            default: made
            }
        try place.directory.write(text, to: "mail.eml")
        if kind == "encrypted" {
            try await place.openssl("cms", "-encrypt", "-in", "body", "-out", "mail.eml", "anna.pem")
        }
        try await verify().exits(7).says("mail.eml is S/MIME mail that can't be verified: ")
    }

    @Test("Mail with a header that is not UTF-8 is refused with that reason")
    func otherBytes() async throws {
        let made = try await make([], from: "anna@example.org").replacing("a bill", with: "G?")
        try place.directory.write(made.utf8.map { $0 == UInt8(ascii: "?") ? 0xFC : $0 }, to: "mail.eml")
        try await verify().exits(7).says("can't be verified: its header has bytes that are not UTF-8")
    }

    @Test("A CMS message around a PDF is a CMS message, and is extended as one")
    func aroundPDF() async throws {
        for (form, name) in [("DER", "contract.pdf.p7m"), ("PEM", "contract.pem")] {
            try place.directory.write("%PDF-1.7\nno PDF\n%%EOF\n", to: "contract.pdf")
            for stream in [[], ["-stream"]] {
                try await place.openssl(
                    ["cms", "-sign", "-in", "contract.pdf", "-binary", "-nodetach", "-signer", "anna.pem", "-inkey"]
                        + ["anna.key", "-outform", form, "-out", name] + stream
                )
                try await place.jeton("verify", name, "--trust", "ca.pem", "--out", "content", "--force").exits(0)
                    .prints("\(name): valid")
                #expect(place.contents("content") == place.contents("contract.pdf"))
            }
        }
    }
}
