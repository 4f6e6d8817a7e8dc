import Foundation
import TestRig
import Testing

@Suite("Hashes that travel to the machine with the key")
struct PrepareTests {
    private func place(_ type: String) async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try await place.makePDFSigner(type)
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try place.directory.write("I owe you one.\n", to: "letter")
        return place
    }

    /// Prepares a document, and gives the hash that was printed.
    private func prepare(_ place: Workplace, _ arguments: String...) async throws -> String {
        let answer = try await place.jeton(["sign", "prepare"] + arguments + ["--certificate", "signer.pem"]).exits(0)
        return String(answer.text.prefix { $0 != " " })
    }

    /// Signs a hash with the key on the token.
    private func sign(_ place: Workplace, _ hash: String, _ algorithm: String, _ form: String) async throws {
        let answer = try await place.withPIN(
            "sign",
            "--format",
            "raw",
            "--hash",
            hash,
            "--hash-algorithm",
            algorithm,
            "--encode",
            form,
            "--key",
            "signer"
        )
        try place.directory.write(answer.exits(0).text, to: "signature")
    }

    @Test(
        "A PDF whose hash was signed elsewhere is what pdfsig, mutool, qpdf and pyHanko find valid",
        arguments: [("rsa:2048", "sha256", "base64"), ("ec:p256", "sha256", "hex"), ("ec:p384", "sha384", "base64")]
    )
    func portable(type: String, algorithm: String, form: String) async throws {
        let place = try await place(type)
        let input = place.contents("contract.pdf")
        let hash = try await prepare(place, "contract.pdf", "--reason", "Approval", "--rectangle", "72,500,240,60")
        try await sign(place, hash, algorithm, form)
        let complete = ["sign", "complete", "contract.pdf.state", "--signature", "signature"]
        try await place.jeton(complete).exits(0).says("contract-signed.pdf: signed by CN=Anna Muster")
        #expect(place.contents("contract.pdf") == input)
        try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0).prints("the whole file")
        try await place.acceptedElsewhere("contract-signed.pdf", signatures: 1)
        try await place.jeton(complete).exits(7).says("--force")
    }

    @Test(
        "The hints that are printed lead to the document, the hash tells its algorithm, and a CMS message is named",
        arguments: ["rsa:2048", "ec:p256", "ec:p384"]
    )
    func printed(type: String) async throws {
        let place = try await place(type)
        let answer = try await place.jeton("sign", "prepare", "letter", "--certificate", "signer.pem").exits(0)
        answer.says("`jeton sign --format raw --hash-algorithm", "`jeton sign complete letter.state --signature FILE`")
        let hash = String(answer.text.prefix { $0 != " " })
        let sign = ["sign", "--hash", hash, "--key", "signer"] + Workplace.pinOption
        try await place.jeton(sign + ["--out", "message"]).exits(0)
        let complete = ["sign", "complete", "letter.state", "--signature"]
        try await place.jeton(complete + ["message"]).exits(1).says("CMS message", "--format raw")
        try await place.jeton(sign + ["--format", "raw", "--out", "made"]).exits(0)
        try await place.jeton(complete + ["made"]).exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        let short = ["sign", "--hash", String(hash.dropLast(2)), "--key", "signer"]
        try await place.jeton(short + Workplace.pinOption).exits(2).says("bytes in hexadecimal")
    }

    @Test("openssl signs the hash with a key of its own, in CMS beside and around the content")
    func software() async throws {
        let place = try Workplace(modules: [])
        try place.directory.write((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: "letter")
        try await place.openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "signer.key",
            "-out",
            "signer.pem",
            "-days",
            "2",
            "-subj",
            "/CN=Anna Muster",
            "-batch"
        )
        for (form, output) in [([], "letter.p7s"), (["--attached"], "letter.p7m")] {
            let arguments = ["sign", "prepare", "letter", "--certificate", "signer.pem", "--json", "--force"] + form
            let prepared = try await place.jeton(arguments).exits(0)
            #expect(JSONSchema.faults(inOutput: prepared.output.standardOutput).isEmpty)
            let state = try #require(place.contents("letter.state"))
            #expect(JSONSchema.faults(inOutput: state).isEmpty)
            let hash = try #require(try prepared.json()["results"][0]["hash"].text)
            let digest = try #require(Self.bytes(hash))
            try place.directory.write(digest, to: "digest")
            let options = ["-pkeyopt", "digest:sha256", "-pkeyopt", "rsa_padding_mode:pkcs1"]
            let key = ["openssl", "pkeyutl", "-sign", "-inkey", "signer.key", "-in", "digest", "-out", "signature"]
            let made = try await place.run(key[0], and: Array(key.dropFirst()) + options)
            #expect(made.exitStatus == 0, "\(made.errorText)")
            let complete = ["sign", "complete", "letter.state", "--signature", "signature", "--json"]
            let document = try await place.jeton(complete).exits(0)
            #expect(JSONSchema.faults(inOutput: document.output.standardOutput).isEmpty)
            #expect(try document.json()["output"].text == output)
            try await place.jeton("verify", output, "--trust", "signer.pem").exits(0)
        }
        let detached = ["-inform", "DER", "-content", "letter", "-CAfile", "signer.pem", "-purpose", "any", "-binary"]
        let judged = try await place.run(
            "openssl",
            and: ["cms", "-verify", "-in", "letter.p7s", "-out", "x"] + detached
        )
        #expect(judged.exitStatus == 0, "\(judged.errorText)")
    }

    /// The bytes of hexadecimal digits.
    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text)
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    @Test("An Ed25519 key signs the data in place of a hash")
    func edwards() async throws {
        let place = try await place("ed25519")
        let arguments = ["sign", "prepare", "letter", "--certificate", "signer.pem"]
        try await place.jeton(arguments).exits(2).says("--data-out")
        #expect(place.contents("letter.state") == nil)
        try await place.jeton(arguments + ["--data-out", "signable"]).exits(0)
        try await place.withPIN("sign", "signable", "--format", "raw", "--key", "signer").exits(0)
        try await place.jeton("sign", "complete", "letter.state", "--signature", "signable.sig").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
    }

    @Test(
        "An XML document whose hash was signed elsewhere is what xmlsec1 finds valid, in it and beside it",
        arguments: [("ec:p256", []), ("rsa:2048", ["--detached"]), ("ec:p256", ["--format", "xmldsig", "--parallel"])]
    )
    func xml(type: String, options: [String]) async throws {
        let place = try await place(type)
        try place.directory.write("<?xml version=\"1.0\"?>\n<form><name>Anna</name></form>\n", to: "form.xml")
        let certificate = ["--certificate", "signer.pem", "--json", "--force"]
        let prepared = try await place.jeton(["sign", "prepare", "form.xml"] + options + certificate).exits(0)
        #expect(JSONSchema.faults(inOutput: prepared.output.standardOutput).isEmpty)
        let state = try #require(place.contents("form.xml.state"))
        #expect(JSONSchema.faults(inOutput: state).isEmpty)
        let hash = try #require(try prepared.json()["results"][0]["hash"].text)
        // The value as an XML signature holds it, and as other programs give it.
        let xades = ["sign", "--format", "xades", "--hash", hash, "--hash-algorithm", "sha256", "--key", "signer"]
        let answer = try await place.jeton(xades + Workplace.pinOption).exits(0)
        try place.directory.write(answer.text, to: "signature")
        let output = options.contains("--detached") ? "form-signature.xml" : "form-signed.xml"
        let complete = ["sign", "complete", "form.xml.state", "--signature", "signature"]
        try await place.jeton(complete + ["--json"]).exits(0)
        #expect(try answer.text.trimmingCharacters(in: .newlines) == value(place, output))
        let content = options.contains("--detached") ? ["form.xml"] : []
        try await place.jeton(["verify", output] + content + ["--trust", "ca.pem"]).exits(0).prints("valid")
        let judged = try await place.run(
            "xmlsec1",
            "--verify",
            "--trusted-pem",
            "ca.pem",
            "--enabled-key-data",
            "x509",
            "--id-attr:Id",
            "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
            output
        )
        #expect(judged.exitStatus == 0, "\(judged.errorText)")
        try await sign(place, hash, "sha256", "hex")
        try await place.jeton(complete + ["--force"]).exits(0)
        // A document, or a state, that is another one.
        try place.directory.write("<?xml version=\"1.0\"?>\n<form><name>Otto</name></form>\n", to: "form.xml")
        try await place.jeton(complete + ["--force"]).exits(1).says("is not the document that was prepared")
    }

    /// The value in a signature.
    private func value(_ place: Workplace, _ path: String) throws -> String? {
        let text = String(decoding: try #require(place.contents(path)), as: UTF8.self)
        return text.firstMatch(of: #/<ds:SignatureValue[^>]*>([^<]*)</#).map { String($0.1) }
    }

    @Test("A document, a state or a signature that changed is refused, and nothing is written")
    func refused() async throws {
        let place = try await place("ec:p256")
        let hash = try await prepare(place, "contract.pdf")
        try await sign(place, hash, "sha256", "base64")
        let complete = ["sign", "complete", "contract.pdf.state", "--signature", "signature"]
        let document = try #require(place.contents("contract.pdf"))
        var altered = document
        altered[altered.count / 2] ^= 1
        for other in [altered, document + [0x20], []] {
            try place.directory.write(other, to: "contract.pdf")
            try await place.jeton(complete).exits(1).says("contract.pdf is not the document that was prepared")
        }
        try place.directory.write(document, to: "contract.pdf")

        let state = String(decoding: try #require(place.contents("contract.pdf.state")), as: UTF8.self)
        let size = "\"size\":\(document.count)"
        try #require(state.contains(size))
        let changes: [(String, Int32, String)] = [
            (state.replacing(size, with: "\"size\":\(document.count + 1)"), 1, "was changed"),
            (state.replacing("\"document\":\"contract", with: "\"document\":\"other"), 1, "was changed"),
            (String(state.dropLast(3)), 7, "not a prepared signature state"),
            (state.replacing(",\"size\"", with: ",\"extra\":true,\"size\""), 7, "not a prepared signature state"),
            ("{}\n", 7, "not a prepared signature state"), ("", 7, "not a prepared signature state"),
            (state + state, 7, "not a prepared signature state"),
        ]
        for (text, code, words) in changes {
            try place.directory.write(text, to: "changed.state")
            let arguments = ["sign", "complete", "changed.state", "--signature", "signature"]
            try await place.jeton(arguments).exits(code).says(words)
        }

        // The signature of another document, noise, and nothing.
        let other = try await prepare(place, "letter")
        #expect(other != hash)
        try await sign(place, other, "sha256", "base64")
        try await place.jeton(complete).exits(1).says("the signature was not made by the certificate's key")
        for noise in ["AAAA", "", "zz"] {
            try place.directory.write(noise, to: "signature")
            try await place.jeton(complete).exits(1).says("the signature was not made by the certificate's key")
        }
        #expect(place.contents("contract-signed.pdf") == nil)
    }

    @Test("What can't be prepared or encoded is a usage error")
    func usage() async throws {
        let place = try await place("ec:p256")
        try place.directory.write("<a/>", to: "form.xml")
        let prepare = ["sign", "prepare", "--certificate", "signer.pem"]
        try await place.jeton(prepare + ["form.xml", "--format", "xades", "--attached"]).exits(2).says(
            "can't be prepared"
        )
        try await place.jeton(prepare + ["letter", "--detached"]).exits(2).says("requires an XML signature")
        try await place.jeton(prepare + ["letter", "--reason", "x"]).exits(2).says("--reason")
        try await place.jeton(prepare + ["contract.pdf", "--format", "pades", "--attached"]).exits(2)
        try await place.jeton(prepare + ["none"]).exits(3)
        try await place.jeton(prepare + ["letter", "contract.pdf", "--out", "one"]).exits(2).says("2 documents")
        try await place.jeton(prepare + ["letter", "contract.pdf"]).exits(0).prints(
            "  letter.state\n",
            "  contract.pdf.state\n"
        )
        try await place.withPIN("sign", "letter", "--key", "signer", "--encode", "hex").exits(2).says("--format raw")
    }
}
