import Foundation
import TestRig
import Testing

@Suite("Levels of PAdES on the command line")
struct PDFLevelTests {
    let place: Workplace
    let server: EvidenceServer
    private let network: [String]

    init() async throws {
        place = try await Workplace.withSoftHSM()
        server = try await EvidenceServer(place)
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try await place.certify(
            "tsa",
            ["extendedKeyUsage=critical,timeStamping", "keyUsage=critical,digitalSignature"] + server.extensions
        )
        network = ["--tsa", server.tsa, "--trust", "ca.pem", "--allow-private-hosts"]
        try await place.makeKey("signer")
        try await place.withPIN("csr", "create", "--key", "signer", "--subject", "CN=A", "--out", "signer.csr").exits(0)
        try await place.certify("signer", ["keyUsage=critical,digitalSignature,nonRepudiation"] + server.extensions)
        try await place.withPIN("cert", "import", "signer.pem").exits(0)
        try await server.register(["signer", "tsa"])
        try await server.publishList()
    }

    private func verify(_ file: String) async throws -> JSONNode {
        try await place.jeton("verify", file, "--trust", "ca.pem", "--json").exits(0).json()
    }

    @Test("A PDF is signed to a level, and verify says so and asks nobody", arguments: ["T", "LT", "LTA"])
    func levels(level: String) async throws {
        let arguments = ["sign", "contract.pdf", "--key", "signer", "--level", level, "--json"] + network
        let made = try await place.jeton(arguments + Workplace.pinOption).exits(0).json()
        #expect(made["level"].text == level)
        let found = try await verify("contract-signed.pdf")
        let signature = found["signatures"][0]
        #expect(signature["signer"]["level"].text == level)
        #expect(signature["signer"]["outcome"]["indication"].text == "TOTAL-PASSED")
        #expect(signature["signer"]["timestamps"][0]["kind"].text == "signature")
        #expect(found["signatures"].list.count == (level == "LTA" ? 2 : 1))
        #expect(signature["changes"].list.map { $0["kind"].text } == changes(level))
        let syntax = try await place.run("qpdf", "--check", "contract-signed.pdf")
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        try PythonClients.require(.pyHanko, .pyHankoProgram)
        let judged = try await place.run(
            PythonClients.program("pyhanko"),
            "sign",
            "validate",
            "--pretty-print",
            "--no-revocation-check",
            "--trust",
            "ca.pem",
            "--trust-replace",
            "contract-signed.pdf"
        )
        #expect(judged.text.contains("The signature is judged VALID."), "\(judged.text)\(judged.errorText)")
    }

    @Test("The example sign-pdf signs to level LTA by the libraries alone")
    func example() async throws {
        let module = try #require(place.options.last)
        let made = try await place.run(
            "env",
            "PIN_SOURCE=file:\(place.directory.path("pin"))",
            try BuildProducts.path("sign-pdf"),
            module,
            "alpha",
            "signer",
            server.tsa,
            "ca.pem",
            "contract.pdf",
            "made.pdf"
        )
        #expect(made.exitStatus == 0 && made.text == "made.pdf: signed by CN=A\n", "\(made.text)\(made.errorText)")
        let found = try await verify("made.pdf")
        #expect(found["signatures"][0]["signer"]["level"].text == "LTA" && found["signatures"].list.count == 2)
    }

    private func changes(_ level: String) -> [String?] {
        switch level {
        case "LT": ["evidence"]
        case "LTA": ["evidence", "timestamp"]
        default: []
        }
    }

    @Test("A signed PDF is extended in its place without the key, and renewed in its directory")
    func extend() async throws {
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let former = try #require(place.contents("contract-signed.pdf"))
        try await place.jeton(["extend", "contract-signed.pdf", "--level", "LTA"] + network).exits(0)
        let extended = try #require(place.contents("contract-signed.pdf"))
        #expect(extended.starts(with: former) && extended.count > former.count)
        let found = try await verify("contract-signed.pdf")
        #expect(found["signatures"][0]["signer"]["level"].text == "LTA")
        #expect(found["signatures"].list.map { $0["kind"].text } == ["signature", "timestamp", "timestamp"])
        try await place.jeton(["renew", ".", "--older-than", "1"] + network).exits(0)
        #expect(place.contents("contract-signed.pdf") == extended)
        try await place.jeton(["renew", ".", "--older-than", "0"] + network).exits(0)
        let renewed = try #require(place.contents("contract-signed.pdf"))
        #expect(renewed.starts(with: extended) && renewed.count > extended.count)
        let again = try await verify("contract-signed.pdf")
        #expect(again["valid"].flag == true && again["signatures"].list.count == 4)
    }

    @Test("A timestamp that is too large for the room in the signature becomes a document timestamp")
    func overflow() async throws {
        // The authority sends a certificate of 9 KB along.
        let comment = "nsComment=" + String(repeating: "a", count: 9_000)
        try await place.openssl(
            "req",
            "-x509",
            "-key",
            "ca.key",
            "-subj",
            "/CN=Large",
            "-days",
            "2",
            "-addext",
            comment,
            "-out",
            "large.pem"
        )
        let settings = String(decoding: try #require(place.contents("tsa.cnf")), as: UTF8.self)
        try place.directory.write(
            settings.replacing("signer_cert = tsa.pem", with: "signer_cert = tsa.pem\ncerts = large.pem"),
            to: "tsa.cnf"
        )
        let arguments = ["sign", "contract.pdf", "--key", "signer", "--level", "T"] + network
        try await place.jeton(arguments + Workplace.pinOption).exits(0)
        let found = try await verify("contract-signed.pdf")
        #expect(found["signatures"].list.map { $0["kind"].text } == ["signature", "timestamp"])
        #expect(found["signatures"][0]["signer"]["level"].text == "T")
        #expect(found["signatures"][0]["signer"]["timestamps"][0]["kind"].text == "document")
        // The next signature has room for what the authority sends.
        try await place.jeton(arguments + ["--out", "second.pdf"] + Workplace.pinOption).exits(0)
        let second = try await verify("second.pdf")
        #expect(second["signatures"].list.map { $0["kind"].text } == ["signature"])
        #expect(second["signatures"][0]["signer"]["timestamps"][0]["kind"].text == "signature")
        // What is remembered names no URL, and nothing of it that is damaged counts.
        let path = ".cache/jeton/timestamp-sizes"
        let kept = String(decoding: try #require(place.contents(path)), as: UTF8.self)
        #expect(kept.contains("\"sizes\"") && !kept.contains("127.0.0.1") && !kept.contains("http"), "\(kept)")
        for damaged in ["", "{", kept.replacing("\"version\":1", with: "\"version\":2"), "[]"] {
            try place.directory.write(damaged, to: path)
            try await place.jeton(arguments + ["--out", "third.pdf", "--force"] + Workplace.pinOption).exits(0)
            let third = try await verify("third.pdf")
            #expect(third["signatures"].list.map { $0["kind"].text } == ["signature", "timestamp"], "\(damaged)")
        }
    }

    @Test("A PDF that was changed after its signature is not extended")
    func changed() async throws {
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let signed = try #require(place.contents("contract-signed.pdf"))
        let changed = MadePDF.append([(4, "<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>")], to: signed)
        try place.directory.write(changed, to: "contract-signed.pdf")
        try await place.jeton(["extend", "contract-signed.pdf", "--level", "T"] + network).exits(1).says(
            "a font was changed"
        )
        #expect(place.contents("contract-signed.pdf") == changed)
    }
}
