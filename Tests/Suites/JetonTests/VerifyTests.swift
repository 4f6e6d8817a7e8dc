import Foundation
import Glibc
import TestRig
import Testing

@Suite("Verifying")
struct VerifyTests {
    @Test("What was changed after signing is not valid, and what nobody trusts is said to be intact")
    func invalid() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signer").exits(0)
        try await place.withPIN("sign", "letter", "--key", "signer", "--attached").exits(0)

        let untrusted = try await place.jeton("verify", "letter.p7s", "--trust", "signer.pem", "--json")
        let unknown = try await place.jeton("verify", "letter.p7s").exits(1).prints(
            "intact, but the signer is not trusted"
        )
        #expect(!unknown.text.contains(": valid"))
        #expect(try untrusted.json()["schema"].text == "jeton.verify/1")
        #expect(try untrusted.json()["intact"].flag == true)

        try place.directory.write("I owe you ten.\n", to: "letter")
        let tampered = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(1)
        tampered.prints("not valid", "failed: ")
        let json = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--json").exits(1).json()
        #expect(json["valid"].flag == false && json["intact"].flag == false)
        #expect(json["signers"][0]["checks"].list.contains { $0["outcome"].text == "failed" })

        var message = try #require(place.contents("letter.p7m"))
        let place10 = try #require(message.firstRange(of: Array("one".utf8))?.lowerBound)
        message[place10] = UInt8(ascii: "0")
        try place.directory.write(message, to: "letter.p7m")
        try await place.jeton("verify", "letter.p7m", "--trust", "ca.pem", "--out", "content").exits(1)
        // Content that nobody vouches for is not handed out.
        #expect(place.contents("content") == nil)

        try place.directory.write("not a signature", to: "text.p7s")
        try place.directory.write("x", to: "text")
        try await place.jeton("verify", "text.p7s", "text").exits(7).says("text.p7s is not a signature")
        try await place.jeton("verify", "missing.p7s").exits(3).says("missing.p7s can't be read")
    }

    @Test(
        "A file alone stands for the signature beside it, whatever its size and first bytes",
        arguments: [
            [], Array("0 files".utf8), [0x30, 0x03, 0x02, 0x01, 0x05], [UInt8](repeating: 0x61, count: 2 << 20),
            // The form of a certificate, a request and a revocation list.
            [0x30, 0x0F, 0x30, 0x03, 2, 1, 0, 0x30, 0x04, 6, 2, 0x2A, 0x03, 3, 2, 0, 1],
        ]
    )
    func besideSignature(content: [UInt8]) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write(content, to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signer").exits(0)
        for name in ["letter", "letter.p7s"] {
            try await place.jeton("verify", name, "--trust", "ca.pem").exits(0).prints("letter.p7s: valid")
        }
        try place.directory.write("more", to: "letter")
        try await place.jeton("verify", "letter", "--trust", "ca.pem").exits(1).prints(
            "does not match the signed digest"
        )
    }

    @Test("An empty file in a signature's place is said to be empty", arguments: ["letter.p7s", "letter"])
    func empty(name: String) async throws {
        let place = try Workplace(modules: [])
        try place.directory.write("", to: name)
        try await place.jeton("verify", name).exits(7).says("error: \(name) is empty, not a signature")
    }

    @Test(
        "No openssl.cnf is read to verify a signature, whatever the options and their spelling",
        arguments: [
            "letter.p7s --trust ca.pem", "letter.p7s letter --trust=ca.pem", "-q letter --trust ca.pem",
            "letter.p7s --at 2100-01-01T00:00:00Z", "--purpose=document --json letter.p7s --trust ca.pem --force",
            "letter.raw letter --format raw --certificate signer.pem", "--extract out letter", "letter.raw",
        ]
    )
    func configuration(_ line: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signer").exits(0)
        try await place.withPIN("sign", "letter", "--key", "signer", "--format", "raw", "--out", "letter.raw").exits(0)
        let words = ["verify"] + line.split(separator: " ").map(String.init)
        let expected = try await place.jeton(words)
        // Who opens a pipe that nobody writes to waits for ever.
        let pipe = place.directory.path("openssl.cnf")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        try await place.jeton(words, environment: ["OPENSSL_CONF": pipe]).exits(expected.code)
    }

    @Test("What openssl signed is accepted, with the system's clock and a chain of two")
    func foreignSignature() async throws {
        let place = try Workplace(modules: [])
        try await place.openssl(
            "req",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "other.key",
            "-out",
            "other.csr",
            "-subj",
            "/CN=Other",
            "-batch"
        )
        try await place.certify("other")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.openssl(
            "cms",
            "-sign",
            "-binary",
            "-in",
            "letter",
            "-signer",
            "other.pem",
            "-inkey",
            "other.key",
            "-md",
            "sha256",
            "-outform",
            "DER",
            "-out",
            "letter.p7s"
        )
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0).prints("CN=Other")
        try await place.openssl(
            "cms",
            "-sign",
            "-binary",
            "-nodetach",
            "-in",
            "letter",
            "-signer",
            "other.pem",
            "-inkey",
            "other.key",
            "-outform",
            "PEM",
            "-out",
            "letter.pem"
        )
        try await place.jeton("verify", "letter.pem", "--trust", "ca.pem", "--out", "content").exits(0)
        #expect(place.contents("content") == place.contents("letter"))
    }
}
