import Foundation
import Glibc
import TestRig
import Testing

@Suite("Signing")
struct SignTests {
    @Test(
        "A detached CMS signature is accepted by openssl and by jeton",
        arguments: ["rsa:2048", "ec:p256", "ec:p384", "ec:p521"]
    )
    func detached(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: type)
        try place.directory.write("I owe you one.\n", to: "letter")
        let answer = try await place.withPIN("sign", "letter", "--key", "signer")
        answer.exits(0).says("letter.p7s: signed by CN=Anna Muster")
        try await place.checkCMS("letter.p7s", of: "letter")
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0).prints("valid", "CN=Anna Muster")
    }

    @Test(
        "An attached CMS message carries its content, which openssl and jeton hand out",
        arguments: ["rsa:2048", "ec:p384"]
    )
    func attached(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: type)
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try place.directory.write(content, to: "blob")
        try await place.withPIN("sign", "blob", "--key", "signer", "--attached").exits(0).says("blob.p7m")
        try await place.openssl(
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "blob.p7m",
            "-CAfile",
            "ca.pem",
            "-purpose",
            "any",
            "-out",
            "verified"
        )
        #expect(place.contents("verified") == content)
        try await place.jeton("verify", "blob.p7m", "--trust", "ca.pem", "--out", "content").exits(0)
        #expect(place.contents("content") == content)
        try await place.jeton("verify", "blob.p7m", "--trust", "ca.pem", "--out", "content").exits(7).says("--force")
    }

    @Test("Ed25519 signs CMS, detached and attached, as RFC 8419 says")
    func edwards() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: "ed25519")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signer").exits(0)
        try await place.jeton("verify", "letter.p7s", "letter", "--trust", "ca.pem").exits(0)
        try await place.withPIN("sign", "letter", "--key", "signer", "--attached").exits(0)
        try await place.jeton("verify", "letter.p7m", "--trust", "ca.pem").exits(0)
    }

    @Test("Fifty files are signed under one login, by the count of a spy between jeton and the module")
    func oneLogin() async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let spies = ["/usr/lib/x86_64-linux-gnu/pkcs11-spy.so", "/usr/lib/aarch64-linux-gnu/pkcs11-spy.so"]
        let spy = try #require(spies.first { FileManager.default.fileExists(atPath: $0) }, "package opensc")
        let log = try TemporaryDirectory()
        let place = try Workplace(
            modules: [spy],
            environment: [
                SoftHSM.configurationVariable: softHSM.configurationPath, "PKCS11SPY": softHSM.modulePath,
                "PKCS11SPY_OUTPUT": log.path("spy"),
            ],
            holding: [softHSM, log]
        )
        try await place.makeKey("signer")
        try FileManager.default.removeItem(atPath: log.path("spy"))
        try place.directory.makeDirectory("out")
        let files = (1...50).map { "file\($0)" }
        for file in files { try place.directory.write("This is \(file).\n", to: file) }
        let answer = try await place.jeton(
            ["sign"] + files + ["--key", "signer", "--format", "raw", "--out", "out", "--json"] + Workplace.pinOption
        )
        let document = try answer.exits(0).json()
        #expect(document["schema"].text == "jeton.sign/1")
        #expect(document["results"].list.count == 50)
        #expect(document["results"].list.allSatisfy { $0["error"].text == nil })
        let names = try FileManager.default.contentsOfDirectory(atPath: place.directory.path("out"))
        #expect(names.count == 50)
        let calls = try String(contentsOfFile: log.path("spy"), encoding: .utf8).split(separator: "\n")
        #expect(calls.count { $0.hasSuffix(": C_Login") } == 1)
        #expect(calls.count { $0.hasSuffix(": C_Sign") } == 50)
    }

    @Test("Of several files one that can't be read fails alone, and the exit code tells")
    func oneOfSeveral() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("one", to: "one")
        try place.directory.write("three", to: "three")
        let answer = try await place.withPIN("sign", "one", "two", "three", "--key", "signer")
        answer.exits(3).says("two can't be read", "one.p7s: signed", "three.p7s: signed")
        for file in ["one", "three"] {
            try await place.jeton("verify", "\(file).p7s", "--trust", "ca.pem").exits(0)
        }
        #expect(place.contents("two.p7s") == nil)
    }

    @Test("A digest is signed in place of its file, raw and in CMS", arguments: ["rsa:2048", "ec:p256"])
    func digest(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: type)
        try place.directory.write("I owe you one.\n", to: "letter")
        let hash = try await place.openssl("dgst", "-sha256", "-r", "letter").text.prefix(64)
        let options = ["--hash", String(hash), "--hash-algorithm", "sha256", "--key", "signer"] + Workplace.pinOption
        try await place.jeton(["sign", "--format", "raw", "--out", "letter.sig"] + options).exits(0)
        try await place.openssl("x509", "-in", "signer.pem", "-pubkey", "-noout", "-out", "signer.pub")
        try await place.checkRaw("letter.sig", of: "letter", publicKey: "signer.pub", type: type)
        try await place.jeton(["sign", "--out", "letter.p7s"] + options).exits(0)
        try await place.jeton("verify", "letter.p7s", "letter", "--trust", "ca.pem").exits(0)
    }

    @Test("The standard input is signed, and the signature goes to the standard output")
    func standardStreams() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let content = Array("I owe you one.\n".utf8)
        try place.directory.write(content, to: "letter")
        let arguments = ["sign", "-", "--key", "signer"] + Workplace.pinOption
        let answer = try await place.jeton(arguments, input: content).exits(0)
        try place.directory.write(answer.output.standardOutput, to: "letter.p7s")
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        let attached = try await place.jeton(arguments + ["--attached"], input: content).exits(0)
        try place.directory.write(attached.output.standardOutput, to: "letter.p7m")
        try await place.jeton("verify", "letter.p7m", "--trust", "ca.pem").exits(0)
        // A document and a signature on one stream would be neither.
        let both = try await place.jeton(arguments + ["--json"], input: content).exits(2)
        #expect(try both.json()["schema"].text == "jeton.error/1")
        let attachedBoth = try await place.jeton(arguments + ["--attached", "--json"], input: content).exits(2)
        #expect(try attachedBoth.json()["schema"].text == "jeton.error/1")
    }

    @Test("An output that exists stays as it is without --force, and is replaced with it")
    func existingOutput() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        for suffix in ["p7s", "p7m", "sig"] { try place.directory.write("precious", to: "letter.\(suffix)") }
        let forms = [("p7s", ["--detached"]), ("p7m", ["--attached"]), ("sig", ["--format", "raw"])]
        for (suffix, form) in forms {
            let arguments = ["sign", "letter", "--key", "signer"] + form + Workplace.pinOption
            let refused = try await place.jeton(arguments + ["--json"]).exits(7).says(
                "letter.\(suffix) exists",
                "--force"
            )
            #expect(try refused.json()["error"]["exitCode"].number == 7)
            #expect(place.contents("letter.\(suffix)") == Array("precious".utf8))
            try await place.jeton(arguments + ["--force"]).exits(0)
            #expect(place.contents("letter.\(suffix)") != Array("precious".utf8))
        }
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        try await place.jeton("verify", "letter.p7m", "--trust", "ca.pem").exits(0)
    }

    @Test("A pipe or a folder in the output's place is an error, and stays what it is, with --force too")
    func noFile() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        try place.directory.write("x", to: "letter")
        try #require(unsafe mkfifo(place.directory.path("pipe"), 0o600) == 0)
        try place.directory.makeDirectory("letter.sig")
        let arguments = ["sign", "letter", "--format", "raw", "--key", "signer"] + Workplace.pinOption
        for output in [["--out", "pipe"], []] {
            for force in [[], ["--force"]] {
                try await place.jeton(arguments + output + force).exits(7).says(
                    "exists and is not a regular file",
                    "--out -"
                )
            }
        }
        var status = stat()
        #expect(unsafe stat(place.directory.path("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test("An output that can't be written is exit code 7, before a PIN is asked for")
    func unwritable() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        try place.directory.write("x", to: "letter")
        let answer = try await place.jeton(
            "sign",
            "letter",
            "--key",
            "signer",
            "--format",
            "raw",
            "--out",
            "no/such/folder/letter.sig"
        )
        answer.exits(7).says("no/such/folder/letter.sig can't be written")
    }

    @Test("A key, a certificate or a file that is not there is exit code 3")
    func notThere() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        try place.directory.write("x", to: "letter")
        for name in ["nobody", "ff", "pkcs11:object=nobody", "pkcs11:token=alpha;id=%ff"] {
            let answer = try await place.withPIN("sign", "letter", "--format", "raw", "--key", name)
            answer.exits(3).says("there is no private key", "\n  pkcs11:token=alpha;object=signer;type=private\n")
        }
        try await place.withPIN("sign", "letter", "--key", "signer").exits(3).says("no certificate", "csr create")
        try await place.withPIN("sign", "missing", "--format", "raw", "--key", "signer").exits(3).says("missing")
        let none = try await place.withPIN("sign", "letter", "--key", "signer", "--certificate", "none.pem")
        none.exits(3).says("none.pem")
        #expect(try place.names().filter { $0.hasPrefix("letter") } == ["letter"])
    }

    @Test("Of two keys with one label none is chosen: exit code 6, and each URI that is listed signs")
    func twoKeys() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("same")
        try await place.makeKey("other")
        let uri = "pkcs11:object=other;type=private"
        try await place.withPIN("object", "set", uri, "--label", "same").exits(0)
        try place.directory.write("x", to: "letter")
        for name in [["--key", "same"], []] {
            let answer = try await place.jeton(
                ["sign", "letter", "--format", "raw", "--force", "--json"] + name + Workplace.pinOption
            )
            answer.exits(6).says(name.isEmpty ? "more than one private key is on token" : "2 private keys match 'same'")
            let candidates = try answer.json()["error"]["candidates"].texts
            #expect(candidates.count == 2 && Set(candidates).count == 2)
            for candidate in candidates {
                answer.says(candidate)
                try await place.withPIN("sign", "letter", "--format", "raw", "--key", candidate, "--force").exits(0)
            }
        }
    }

    @Test("bench signs with as many threads as were asked for, and leaves the token as it was")
    func bench() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        let arguments = ["bench", "--key", "signer", "--seconds", "0.2", "--threads", "1,2"] + Workplace.pinOption
        try await place.jeton(arguments).exits(0).prints("signer")
        #expect(try await place.jeton(arguments + ["--json"]).exits(0).json()["schema"].text == "jeton.bench/1")
        let list = try await place.withPIN("object", "list", "--json").exits(0).json()
        #expect(list["objects"].list.count == 2)
    }
}
