import Jeton
import JetonOctets
import JetonTesting
import JetonX509
import TestRig
import Testing

@Suite("Cards for tests")
struct TestCardTests {
    @Test("A card, a key and a signature are three lines, and its certificate says TEST")
    func threeLines() async throws {
        try TokenPlace.environment.get()

        let card = try await TestCard.make(label: "three-lines")
        let key = try await card.makeKey("work")
        let signature = try await key.signature(for: Array("a message".utf8))

        #expect(key.certificate?.subject.description == "CN=TEST work")
        let digest = try HashAlgorithm.sha256.hash(Array("a message".utf8))
        #expect(key.publicKey.check(signature, input: digest, algorithm: .ecdsa(.sha256)) == .valid)
    }

    @Test("A card that is taken out and put back loses its login, and its key is found again")
    func removal() async throws {
        try TokenPlace.environment.get()
        let card = try await TestCard.make(label: "removal")
        let key = try await card.makeKey("work", .rsa(bits: 2048), for: .tls)
        try card.eject()
        #expect(await code { _ = try await key.signature(for: [1]) } == .tokenLost)
        try card.insert()
        #expect(await code { _ = try await key.signature(for: [1]) } == .loginRequired)
        try await card.token.login(pin: TestCard.pin)
        #expect(try await key.signature(for: [1]).count == 256)
    }

    @Test("Cards of one process are told apart by their labels")
    func several() async throws {
        try TokenPlace.environment.get()
        let first = try await TestCard.make(label: "several-1")
        let second = try await TestCard.make(label: "several-2")
        #expect(first.token.serialNumber != second.token.serialNumber)
        #expect(first.token.label == "several-1" && second.token.label == "several-2")
    }
}

@Suite("The example of a first signature")
struct FirstSignatureTests {
    @Test("The program signs a file, and openssl takes the signature")
    func firstSignature() async throws {
        let label = "first-signature"
        let module = try TokenPlace.softHSM(label)
        let token = try await Token.find(label, in: .paths(module))
        try await token.login(pin: Secret(copying: TokenPlace.pin))
        try await token.generateKey(.ec(.p256), label: "work")
        let files = try TemporaryDirectory()
        let pin = try files.write(TokenPlace.pin, to: "pin", mode: 0o600)
        let file = try files.write("a contract\n", to: "contract.txt")
        let signed = try await ChildProcess.run(
            [try BuildProducts.path("first-signature"), module, label, "work", file, "file:\(pin)"],
            environment: try SoftHSM.ofThisProcess.get().environment
        )
        #expect(signed.exitStatus == 0, "\(signed.text)\(signed.errorText)")
        let checked = try await ChildProcess.run([
            "openssl", "pkeyutl", "-verify", "-rawin", "-digest", "sha256", "-in", file, "-sigfile", file + ".sig",
            "-pubin", "-keyform", "DER", "-inkey", file + ".pub",
        ])
        #expect(checked.exitStatus == 0, "\(checked.text)\(checked.errorText)")
    }

    @Test("The ten programs of the page for users of other libraries run on a new token")
    func tenPrograms() async throws {
        let label = "ten-programs"
        let module = try TokenPlace.softHSM(label)
        let files = try TemporaryDirectory()
        let pin = try files.write(TokenPlace.pin, to: "pin", mode: 0o600)
        let certificate = files.path("cert.pem")
        let made = try await ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            files.path("key.pem"), "-out", certificate, "-subj", "/CN=anna",
        ])
        #expect(made.exitStatus == 0)
        let run = try await ChildProcess.run(
            [try BuildProducts.path("ten-programs"), module, label, "file:\(pin)", certificate],
            environment: try SoftHSM.ofThisProcess.get().environment
        )
        #expect(run.exitStatus == 0, "\(run.errorText)")
        #expect(run.text.contains("CN=anna\n") && run.text.contains("bytes by a key of 91\n"))
    }
}
