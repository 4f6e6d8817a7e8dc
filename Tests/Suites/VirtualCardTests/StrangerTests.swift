import Foundation
import TestRig
import Testing
import VirtualCard

/// Other people's programs, unmodified, on the virtual card through a real pcscd.
@Suite("Strangers on the virtual card", .timeLimit(.minutes(5)))
struct StrangerTests {
    private let pcscd: PrivatePCSCD
    private let directory: TemporaryDirectory
    private let server: ChildProcess
    private let yubico: String

    init() async throws {
        // ykcs11 takes only readers whose name says that they are Yubico's.
        pcscd = try await PrivatePCSCD(readers: [PrivatePCSCD.Reader("Yubico YubiKey Virtual")])
        directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: 12_345_678))
        let tool = try BuildProducts.path("virtual-card-tool")
        server = try ChildProcess(pcscd.command([tool, "serve", path, "35963"]))
        let libraries = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        yubico = try #require(
            libraries.map { $0 + "/libykcs11.so" }.first { FileManager.default.fileExists(atPath: $0) }
        )
        try await run(["sh", "-c", "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done"])
    }

    /// Runs a program beside the card and expects how it ends.
    @discardableResult
    private func run(
        _ arguments: [String],
        status: Int32 = 0,
        environment: [String: String] = [:]
    ) async throws -> String {
        // Entering the namespace goes to the root directory.
        let inDirectory = ["sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path] + arguments
        let output = try await ChildProcess.run(
            pcscd.command(inDirectory),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
        )
        let text = output.text + output.errorText
        #expect(output.exitStatus == status, "\(arguments): \(text)")
        return text
    }

    @discardableResult
    private func tool(_ arguments: String..., status: Int32 = 0) async throws -> String {
        try await run(["yubico-piv-tool", "--reader="] + arguments, status: status)
    }

    /// Makes a certificate for a public key of the card, with a CA of the test's own.
    private func certify(_ key: String, _ name: String) async throws {
        try await run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj",
            "/CN=CA",
        ])
        try await run([
            "openssl", "x509", "-new", "-force_pubkey", key, "-subj", "/CN=\(name)", "-CA", "ca.pem", "-CAkey",
            "ca.key", "-out", "\(name).pem",
        ])
    }

    private func verify(_ signature: String, by key: String, _ digest: String = "-sha256") async throws {
        let text = try await run(["openssl", "dgst", digest, "-verify", key, "-signature", signature, "data"])
        #expect(text == "Verified OK\n")
    }

    @Test("yubico-piv-tool: status, generate, attest, test-signature, test-decipher, import, change, unblock, reset")
    func yubicoTool() async throws {
        #expect(try await tool("-astatus").contains("Serial Number:\t12345678"))
        for (slot, algorithm) in [("9a", "ECCP256"), ("9c", "RSA2048"), ("9d", "ECCP384"), ("82", "RSA2048")] {
            try await tool("-agenerate", "-s\(slot)", "-A\(algorithm)", "-o\(slot).pub")
            try await tool("-aattest", "-s\(slot)", "-o\(slot).att")
        }
        try await tool("-aread-certificate", "-sf9", "-of9.pem")
        for slot in ["9a", "9c", "9d", "82"] {
            #expect(try await run(["openssl", "verify", "-CAfile", "f9.pem", "\(slot).att"]) == "\(slot).att: OK\n")
        }
        #expect(
            try await tool("-averify-pin", "-P123456", "-atest-signature", "-s9a", "-AECCP256", "-i9a.att")
                .contains("Successful ECDSA verification")
        )
        #expect(
            try await tool("-averify-pin", "-P123456", "-atest-signature", "-s9c", "-ARSA2048", "-i9c.att")
                .contains("Successful RSA verification")
        )
        #expect(
            try await tool("-averify-pin", "-P123456", "-atest-decipher", "-s9d", "-AECCP384", "-i9d.att")
                .contains("Successfully performed ECDH")
        )
        #expect(
            try await tool("-averify-pin", "-P123456", "-atest-decipher", "-s82", "-ARSA2048", "-i82.att")
                .contains("Successfully performed RSA decryption")
        )
        try directory.write("data\n", to: "data")
        try await tool("-averify-pin", "-P123456", "--sign", "-s9d", "-AECCP384", "-HSHA384", "-idata", "-osig")
        try await verify("sig", by: "9d.pub", "-sha384")

        try await certify("9a.pub", "alpha")
        try await tool("-aimport-certificate", "-s9a", "-ialpha.pem")
        try await run(["openssl", "genrsa", "-out", "rsa.pem", "2048"])
        try await run(["openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", "ec.pem"])
        try await tool("-aimport-key", "-s83", "-irsa.pem")
        try await tool("-aimport-key", "-s9e", "-iec.pem")
        try await tool("-aset-chuid")
        try await tool("-aset-ccc")
        #expect(try await tool("-astatus").contains("Subject DN:\tCN=alpha"))

        try await tool("-achange-pin", "-P123456", "-N654321")
        #expect(try await tool("-averify-pin", "-P111111", status: 1).contains("2 tries left"))
        try await tool("-aunblock-pin", "-P12345678", "-N123456")
        try await tool("-achange-puk", "-P12345678", "-N87654321")
        for _ in 0..<3 { try await tool("-averify-pin", "-P000000", status: 1) }
        #expect(try await tool("-areset", status: 1).contains("Reset failed"))
        for _ in 0..<3 { try await tool("-aunblock-pin", "-P00000000", "-N123456", status: 1) }
        try await tool("-areset")
        try await tool("-averify-pin", "-P123456")
        let key = String(repeating: "0807060504030201", count: 3)
        try await tool("-aset-mgm-key", "-n\(key)")
        try await tool("-aset-chuid", status: 1)
        try await tool("-averify-pin", "-P123456", "-apin-retries", "--pin-retries=5", "--puk-retries=7", "-k\(key)")
        let status = try await tool("-astatus")
        #expect(!status.contains("alpha") && status.contains("PIN tries left:\t5"))
        try await pcscd.stop()
    }

    @Test("ykcs11 makes keys, lists them and signs with them")
    func ykcs11() async throws {
        let module = ["pkcs11-tool", "--module", yubico]
        let officer =
            module + ["--login", "--login-type", "so", "--so-pin", String(repeating: "0102030405060708", count: 3)]
        try await run(officer + ["--keypairgen", "--key-type", "EC:prime256v1", "--id", "01"])
        try await run(officer + ["--keypairgen", "--key-type", "rsa:2048", "--id", "02"])
        let user = module + ["--login", "--pin", "123456"]
        let objects = try await run(user + ["--list-objects"])
        #expect(objects.contains("Private key for PIV Authentication"))
        try directory.write("data\n", to: "data")
        for (id, mechanism) in [("01", "ECDSA-SHA256"), ("02", "SHA256-RSA-PKCS"), ("02", "SHA256-RSA-PKCS-PSS")] {
            try await run(module + ["--read-object", "--type", "pubkey", "--id", id, "-o", "key.der"])
            try await run(["openssl", "pkey", "-pubin", "-inform", "DER", "-in", "key.der", "-out", "key.pem"])
            try await run(
                user + [
                    "--sign", "--mechanism", mechanism, "--id", id, "--input-file", "data", "-o", "sig",
                    "--signature-format", "openssl",
                ]
            )
            if mechanism.hasSuffix("PSS") {
                let text = try await run([
                    "openssl", "dgst", "-sha256", "-sigopt", "rsa_padding_mode:pss", "-verify", "key.pem", "-signature",
                    "sig", "data",
                ])
                #expect(text == "Verified OK\n")
            } else {
                try await verify("sig", by: "key.pem")
            }
        }
        try await pcscd.stop()
    }

    @Test("OpenSC finds the card, lists certificates, keys and PINs, signs and deciphers")
    func openSC() async throws {
        try await tool("-agenerate", "-s9a", "-AECCP256", "-o9a.pub")
        try await certify("9a.pub", "alpha")
        try await tool("-agenerate", "-s9d", "-ARSA2048", "-o9d.pub")
        try await certify("9d.pub", "beta")
        let key = [String](repeating: "01:02:03:04:05:06:07:08", count: 3).joined(separator: ":")
        try directory.write(key, to: "management.key")
        // OpenSC's own tool writes one of the certificates. Its exit status is the count of octets written, modulo
        // 256, so only what the card holds afterwards tells.
        try await run(
            ["sh", "-c", "piv-tool --admin M:9B:03 --cert 9A --in alpha.pem || true"],
            environment: ["PIV_EXT_AUTH_KEY": directory.path("management.key")]
        )
        try await tool("-aread-certificate", "-s9a", "-oread.pem")
        #expect(try await run(["cat", "read.pem"]) == (try await run(["cat", "alpha.pem"])))
        try await tool("-aimport-certificate", "-s9d", "-ibeta.pem")
        #expect(try await run(["piv-tool", "--name"]).contains("Personal Identity Verification Card"))
        let dump = try await run(["pkcs15-tool", "--dump"])
        #expect(dump.contains("PIV AUTH key") && dump.contains("Certificate for PIV Authentication"))
        let module = ["pkcs11-tool", "--module", "opensc-pkcs11.so", "--login", "--pin", "123456"]
        let objects = try await run(module + ["--list-objects"])
        #expect(objects.contains("PIV AUTH key") && objects.contains("CN=alpha"))
        try directory.write("data\n", to: "data")
        try await run(
            module + [
                "--sign", "--mechanism", "ECDSA-SHA256", "--id", "01", "--input-file", "data", "-o", "sig",
                "--signature-format", "openssl",
            ]
        )
        try await verify("sig", by: "9a.pub")
        try await run(["openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", "9d.pub", "-in", "data", "-out", "hidden"])
        try await run(
            module + [
                "--decrypt", "--mechanism", "RSA-PKCS", "--id", "03", "--input-file", "hidden", "-o", "plain",
            ]
        )
        #expect(try await run(["cat", "plain"]) == "data\n")
        try await pcscd.stop()
    }
}
