import Foundation
import Glibc
import TestRig
import Testing

/// `--out -` is the standard output for every command that has `--out`, and a pipe is an input like any other.
@Suite("The standard output and pipes")
struct StandardOutputTests {
    @Test("A secret goes to the standard output by the name -, and nowhere else")
    func secret() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("hush-hush", "--group", "local.notes", "--service", "mail", "--account", "b")
        let answer = try await place.keystore("get", "--account", "b", "--out", "-").exits(0)
        #expect(answer.text == "hush-hush")
        #expect(place.contents("-") == nil)
        try await place.keystore("get", "--account", "b", "--out", "-", "--json").exits(2)
    }

    @Test("A signature, a certificate and the content of a signature go there whole, and make no file of that name")
    func documents() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try place.directory.write(content, to: "blob")
        let attached = try await place.withPIN("sign", "blob", "--key", "signer", "--attached", "--out", "-").exits(0)
        try place.directory.write(attached.output.standardOutput, to: "blob.p7m")
        let verified = try await place.jeton("verify", "blob.p7m", "--trust", "ca.pem", "--out", "-").exits(0)
        #expect(verified.output.standardOutput == content)
        verified.says("valid")
        try await place.jeton("verify", "blob.p7m", "--trust", "ca.pem", "--out", "-", "--json").exits(2)
        let certificate = try await place.jeton("cert", "export", "signer", "--out", "-").exits(0)
        certificate.prints("BEGIN CERTIFICATE")
        // Content that nobody vouches for is not handed out here either.
        var forged = attached.output.standardOutput
        forged[forged.count / 2] ^= 1
        try place.directory.write(forged, to: "forged.p7m")
        let refused = try await place.jeton("verify", "forged.p7m", "--trust", "ca.pem", "--out", "-").exits(1)
        #expect(refused.output.standardOutput.isEmpty)
        #expect(try place.names().filter { $0 == "-" || $0.contains("jeton") }.isEmpty)
    }

    @Test("A named pipe is signed as it is read, once", arguments: ["--detached", "--attached"])
    func pipe(form: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 5) }
        try place.directory.write(content, to: "blob")
        try #require(unsafe mkfifo(place.directory.path("pipe"), 0o600) == 0)
        let signing = try place.start(
            ["sign", "pipe", "--key", "signer", form, "--out", "signature"] + Workplace.pinOption
        )
        let writer = try ChildProcess(["sh", "-c", "cat blob >pipe"], workingDirectory: place.directory.path)
        let output = try await signing.finish()
        #expect(output.exitStatus == 0, "\(output.errorText)")
        #expect(try await writer.finish().exitStatus == 0)
        let verify =
            ["verify", "signature", "--trust", "ca.pem"] + (form == "--detached" ? ["blob"] : ["--out", "copy"])
        try await place.jeton(verify).exits(0)
        if form == "--attached" { #expect(place.contents("copy") == content) }
    }

    @Test("A signature beside a pipe is refused before anything is read")
    func pipeWithoutOutput() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        try #require(unsafe mkfifo(place.directory.path("pipe"), 0o600) == 0)
        try await place.withPIN("sign", "pipe", "--key", "signer").exits(2)
            .says("error: pipe is a pipe, so its signature has no place", "hint: give the output with --out")
    }
}
