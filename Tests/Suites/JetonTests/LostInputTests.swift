import Foundation
import TestRig
import Testing

@Suite("What signing must not lose or hide")
struct LostInputTests {
    private let place: Workplace
    private let key = ["--key", "signer"] + Workplace.pinOption

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter.txt")
    }

    private static let overwritingLines = [
        "sign letter.txt --out letter.txt", "sign letter.txt --out {name}.txt", "sign letter.txt --out ./letter.txt",
        "sign letter.txt --format raw --out letter.txt", "sign letter.txt --format asice --out letter.txt",
        "sign letter.txt --attached --out link",
        "sign prepare letter.txt --certificate signer.pem --out letter.txt",
        "sign prepare letter.txt --certificate signer.pem --data-out letter.txt",
        "timestamp letter.txt --request-out letter.txt",
        "timestamp letter.txt --tsa http://127.0.0.1:1/ --out letter.txt",
        "verify letter.txt --out letter.txt",
    ]

    @Test("An output that is an input is refused, whatever --force says", arguments: overwritingLines)
    func overwriting(line: String) async throws {
        try place.directory.write("another\n", to: "other.txt")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("link"),
            withDestinationPath: place.directory.path("letter.txt")
        )
        let words = line.split(separator: " ").map(String.init)
        let more = words[0] == "sign" && words[1] != "prepare" ? key : []
        for force in [["--force"], []] {
            let answer = try await place.jeton(words + more + force).exits(2)
            answer.says("'letter.txt'")
            #expect(!answer.errors.contains("--force"))
        }
        #expect(place.contents("letter.txt") == Array("I owe you one.\n".utf8))
    }

    @Test("A prepared signature is not put into the place of its document or its state")
    func complete() async throws {
        try await place.jeton("sign", "prepare", "letter.txt", "--certificate", "signer.pem").exits(0)
        try place.directory.write("no signature", to: "value")
        for name in ["letter.txt", "letter.txt.state", "value"] {
            try await place.jeton(
                "sign",
                "complete",
                "letter.txt.state",
                "--signature",
                "value",
                "--out",
                name,
                "--force"
            )
            .exits(2).says("--out names the input '\(name)'")
        }
    }

    @Test("A batch that an earlier run has finished is a document too")
    func nothingLeft() async throws {
        let signing = ["sign", "letter.txt", "--report", "done"] + key
        try await place.jeton(signing).exits(0)
        let document = try await place.jeton(signing + ["--json"]).exits(0).json()
        #expect(document["results"].list.isEmpty && document["schema"].text == "jeton.sign/1")
    }

    @Test("A directory that can't be read is an error, and the others are signed")
    func unreadableDirectory() async throws {
        for name in ["d", "d/closed"] { _ = try place.directory.makeDirectory(name) }
        try place.directory.write("one\n", to: "d/one")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0],
            ofItemAtPath: place.directory.path("d/closed")
        )
        // Root would read it all the same.
        let drop = geteuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []
        let output = try await place.run("env", and: drop + place.words(["sign", "d", "-r"] + key))
        #expect(output.exitStatus == 7, "\(output.errorText)")
        #expect(output.errorText.contains("d/closed can't be read"), "\(output.errorText)")
        #expect(place.contents("d/one.p7s") != nil)
    }

    @Test("Of two certificates that renew one another, the newest that is valid signs")
    func renewedCertificate() async throws {
        try await place.openssl(
            "x509",
            "-req",
            "-in",
            "signer.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-out",
            "later.pem",
            "-days",
            "3"
        )
        try await place.withPIN("cert", "import", "later.pem", "--keep").exits(0)
        #expect(try await place.jeton("cert", "list", "--json").json()["certificates"].list.count == 2)
        try await place.jeton(["sign", "letter.txt"] + key).exits(0)
        try await place.openssl(
            "cms",
            "-verify",
            "-noverify",
            "-inform",
            "DER",
            "-in",
            "letter.txt.p7s",
            "-content",
            "letter.txt",
            "-binary",
            "-signer",
            "used.pem",
            "-out",
            "out"
        )
        let used = try await place.openssl("x509", "-in", "used.pem", "-noout", "-serial").text
        #expect(try await place.openssl("x509", "-in", "later.pem", "-noout", "-serial").text == used)
    }

    @Test("Errors of the command line and of a document come before the PIN, and name the file")
    func named() async throws {
        try place.directory.write("<a><b></a>\n", to: "bad.xml")
        try place.directory.write("<a/>\n", to: "good.xml")
        try place.directory.write([0x00, 0xFF, 0x0A, 0xFE], to: "binary")
        _ = try place.directory.makeDirectory("d")
        let lines: [([String], Int32, String)] = [
            (["bad.xml"], 7, "bad.xml is not a valid XML document"),
            (["letter.txt", "bad.xml"], 7, "bad.xml is not a valid XML document"),
            (["letter.txt", "good.xml", "--format", "asics", "--out", "x.asics"], 2, "asics holds a single file"),
            (["letter.txt", "--signature-policy", "foo"], 2, "foo"),
            (["letter.txt", "--out", "d/{nam}.p7s"], 2, "--out has no field '{nam}'"),
            (["--from", "binary"], 7, "can't be read: its name is not UTF-8"),
            (["d"], 2, "`jeton sign -r d`"),
        ]
        for (words, code, text) in lines {
            try await place.jeton(["sign"] + words + key).exits(code).says(text)
        }
        try await place.jeton(["sign", "letter.txt", "--out", "d/"] + key + ["--force"]).exits(0)
            .says("d/letter.txt.p7s: signed by")
    }

    @Test("An authority that can't be reached is named once, with exit code 7")
    func unreachable() async throws {
        let url = "http://127.0.0.1:1/"
        let words = "\(url) can't be reached: Connection refused"
        try await place.jeton(["sign", "letter.txt", "--tsa", url, "--out", "t.p7s"] + key).exits(7)
            .says("letter.txt was not signed: \(words)")
        let hint = "hint: `jeton doctor --url URL`"
        try await place.jeton("timestamp", "letter.txt", "--tsa", url).exits(7).says(words, hint)
        try await place.jeton(["sign", "letter.txt"] + key).exits(0)
        try await place.jeton("extend", "letter.txt.p7s", "--level", "T", "--tsa", url).exits(7)
            .says("letter.txt.p7s was not extended: \(words)", hint)
        try await place.jeton("job", "run", "https://127.0.0.1:1/x.jeton-job").exits(7).says("Connection refused", hint)
        try await place.jeton("tls", "explain", "https://127.0.0.1:1/").exits(7)
            .says("no connection to 127.0.0.1: 127.0.0.1:1: Connection refused")
    }
}
