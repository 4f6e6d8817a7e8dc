import TestRig
import Testing

@Suite("OpenSC's pkcs11-tool on the provider", .timeLimit(.minutes(5)))
struct ToolTests {
    @Test("Its own test finds no error")
    func test() async throws {
        let provider = try await Provider()
        try await provider.makeKey("rsa:2048", identifier: "a1")
        try await provider.makeKey("EC:prime256v1", identifier: "a2")
        let output = try await provider.succeed(provider.loggedIn(["--test"]))
        #expect(output.contains("No errors"), "\(output)")
    }

    @Test("Its test of elliptic curves makes, uses and destroys a key", arguments: ["EC:prime256v1", "EC:secp384r1"])
    func testEC(_ type: String) async throws {
        let provider = try await Provider()
        let output = try await provider.succeed(
            provider.loggedIn(["--test-ec", "--session-rw", "--key-type", type, "--id", "07", "--label", "test"])
        )
        #expect(output.contains("==> OK"), "\(output)")
    }

    @Test("Its tests of threads and forks end well")
    func threads() async throws {
        let provider = try await Provider()
        for test in ["IL", "ILGI", "ILGISL"] {
            let output = try await provider.succeed(
                provider.tool(["--use-locking", "--test-threads", test, "--test-threads", test, "-L"])
            )
            #expect(!output.contains("rv:CKR_GENERAL_ERROR"), "\(output)")
        }
        let output = try await provider.succeed(provider.loggedIn(["--test-fork", "-O"]))
        #expect(output.contains("forked child process"), "\(output)")
    }

    /// Mechanisms with the key's identifier and what openssl is told to verify with.
    static let mechanisms: [(String, String, [String])] =
        ["1", "224", "256", "384", "512"].flatMap { size in
            [
                ("SHA\(size)-RSA-PKCS", "a1", ["dgst", "-sha\(size)", "-verify", "a1.pem"]),
                (
                    "SHA\(size)-RSA-PKCS-PSS", "a1",
                    [
                        "dgst", "-sha\(size)", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest",
                        "-verify", "a1.pem",
                    ]
                ),
                ("ECDSA-SHA\(size)", "a2", ["dgst", "-sha\(size)", "-verify", "a2.pem"]),
                ("ECDSA-SHA\(size)", "a3", ["dgst", "-sha\(size)", "-verify", "a3.pem"]),
            ]
        } + [("EDDSA", "a4", ["pkeyutl", "-verify", "-pubin", "-rawin", "-inkey", "a4.pem", "-in", "data"])]

    @Test("Openssl verifies every mechanism's signature")
    func mechanisms() async throws {
        let provider = try await Provider()
        let types = ["a1": "rsa:2048", "a2": "EC:prime256v1", "a3": "EC:secp384r1", "a4": "EC:edwards25519"]
        try provider.folder.write("the data to sign", to: "data")
        for (identifier, type) in types.sorted(by: { $0.key < $1.key }) {
            try await provider.makeKey(type, identifier: identifier)
            try provider.folder.write(try await provider.publicKey(identifier), to: "\(identifier).pem")
        }
        for (mechanism, identifier, verify) in Self.mechanisms {
            try await provider.succeed(
                provider.loggedIn([
                    "--sign", "--mechanism", mechanism, "--id", identifier, "--input-file", "data", "--output-file",
                    "signature", "--signature-format", identifier == "a4" ? "rs" : "openssl",
                ])
            )
            let signature = verify[0] == "dgst" ? ["-signature", "signature", "data"] : ["-sigfile", "signature"]
            try await provider.succeed(["openssl"] + verify + signature)
            try await provider.succeed(
                provider.tool([
                    "--verify", "--mechanism", mechanism, "--id", identifier, "--input-file", "data",
                    "--signature-file", "signature", "--signature-format", identifier == "a4" ? "rs" : "openssl",
                ])
            )
        }
    }

    /// Mechanisms that do not hash, and SHA-3's, which OpenSC's tool knows by their numbers only: with the key's
    /// identifier, the input, and what openssl is told to verify with.
    static let moreMechanisms: [([String], String, String, [String])] =
        [
            (["RSA-PKCS"], "a1", "digest", ["pkeyutl", "-pkeyopt", "rsa_padding_mode:pkcs1"]),
            (
                ["RSA-PKCS-PSS", "--hash-algorithm", "SHA256", "--mgf", "MGF1-SHA256"], "a1", "digest",
                [
                    "pkeyutl", "-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt", "digest:sha256", "-pkeyopt",
                    "rsa_pss_saltlen:digest",
                ]
            ),
            (["ECDSA"], "a2", "digest", ["pkeyutl"]), (["ECDSA"], "a3", "digest", ["pkeyutl"]),
        ]
        + [("224", "0x66", "0x1047"), ("256", "0x60", "0x1048"), ("384", "0x61", "0x1049"), ("512", "0x62", "0x104A")]
        .flatMap { size, rsa, ecdsa in
            [([rsa], "a1", "data", ["dgst", "-sha3-\(size)"]), ([ecdsa], "a2", "data", ["dgst", "-sha3-\(size)"])]
        }

    @Test("Openssl verifies what mechanisms sign that do not hash, and those of SHA-3")
    func rawMechanisms() async throws {
        let provider = try await Provider()
        try provider.folder.write("the data to sign", to: "data")
        try provider.folder.write([UInt8](0..<32), to: "digest")
        try provider.folder.write([0] + [UInt8](repeating: 0xA5, count: 255), to: "block")
        for (identifier, type) in [("a1", "rsa:2048"), ("a2", "EC:prime256v1"), ("a3", "EC:secp384r1")] {
            try await provider.makeKey(type, identifier: identifier)
            try provider.folder.write(try await provider.publicKey(identifier), to: "\(identifier).pem")
        }
        for (mechanism, identifier, input, verify) in Self.moreMechanisms {
            let words =
                ["--mechanism"] + mechanism
                + ["--id", identifier, "--input-file", input, "--signature-format", "openssl"]
            try await provider.succeed(provider.loggedIn(["--sign", "--output-file", "signature"] + words))
            let key = "\(identifier).pem"
            let openssl =
                verify[0] == "dgst"
                ? ["-verify", key, "-signature", "signature", input]
                : ["-verify", "-pubin", "-inkey", key, "-in", input, "-sigfile", "signature"]
            try await provider.succeed(["openssl"] + verify + openssl)
            try await provider.succeed(provider.tool(["--verify", "--signature-file", "signature"] + words))
        }
        // The bare operation: what openssl's public one gives is the block again.
        let words = ["--mechanism", "RSA-X-509", "--id", "a1", "--input-file", "block"]
        try await provider.succeed(provider.loggedIn(["--sign", "--output-file", "signature"] + words))
        try await provider.succeed([
            "openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", "a1.pem", "-pkeyopt", "rsa_padding_mode:none", "-in",
            "signature", "-out", "recovered",
        ])
        try await provider.succeed(["cmp", "block", "recovered"])
        try await provider.succeed(provider.tool(["--verify", "--signature-file", "signature"] + words))
    }

    @Test("What openssl encrypts is decrypted")
    func decrypt() async throws {
        let provider = try await Provider()
        try await provider.makeKey("rsa:2048", identifier: "a1")
        try provider.folder.write(try await provider.publicKey("a1"), to: "a1.pem")
        try provider.folder.write("a secret", to: "plain")
        let paddings: [([String], [String])] = [
            (["rsa_padding_mode:pkcs1"], ["--mechanism", "RSA-PKCS"]),
            (
                ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"],
                ["--mechanism", "RSA-PKCS-OAEP", "--hash-algorithm", "SHA256", "--mgf", "MGF1-SHA256"]
            ),
        ]
        for (options, mechanism) in paddings {
            try await provider.succeed(
                ["openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", "a1.pem"]
                    + options.flatMap { ["-pkeyopt", $0] } + ["-in", "plain", "-out", "encrypted"]
            )
            try await provider.succeed(
                provider.loggedIn(
                    ["--decrypt", "--id", "a1", "--input-file", "encrypted", "--output-file", "decrypted"] + mechanism
                )
            )
            try await provider.succeed(["cmp", "plain", "decrypted"])
        }
    }

    @Test("A certificate, a private key and data are written, read and deleted")
    func objects() async throws {
        let provider = try await Provider()
        try await provider.succeed([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
            "-subj", "/CN=Test", "-days", "2",
        ])
        try await provider.succeed(["openssl", "x509", "-in", "cert.pem", "-outform", "DER", "-out", "cert.der"])
        try await provider.succeed(["openssl", "rsa", "-in", "key.pem", "-outform", "DER", "-out", "key.der"])
        try provider.folder.write("notes", to: "data")
        let names = ["--id", "c1", "--label", "written"]
        for (file, type) in [("key.der", "privkey"), ("cert.der", "cert")] {
            try await provider.succeed(
                provider.loggedIn(["--write-object", file, "--type", type] + names)
            )
        }
        try await provider.succeed(
            provider.loggedIn([
                "--write-object", "data", "--type", "data", "--label", "notes", "--application-label", "x",
            ])
        )
        try await provider.succeed(
            provider.tool(["--read-object", "--type", "cert", "--id", "c1", "--output-file", "read.der"])
        )
        try await provider.succeed(["cmp", "cert.der", "read.der"])
        let list = try await provider.succeed(provider.loggedIn(["-O"]))
        for word in ["Private Key Object; RSA", "Certificate Object", "Public Key Object; RSA 2048", "'notes'"] {
            #expect(list.contains(word), "\(list)")
        }
        try await provider.succeed(
            provider.loggedIn([
                "--sign", "--mechanism", "SHA256-RSA-PKCS", "--id", "c1", "-i", "data", "-o", "signature",
            ])
        )
        try await provider.succeed(
            ["openssl", "x509", "-in", "cert.pem", "-noout", "-pubkey", "-out", "public.pem"]
        )
        try await provider.succeed([
            "openssl", "dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "data",
        ])
        for type in ["privkey", "cert", "pubkey"] {
            try await provider.succeed(provider.loggedIn(["--delete-object", "--type", type, "--id", "c1"]))
        }
        try await provider.succeed(
            provider.loggedIn(["--delete-object", "--type", "data", "--label", "notes"])
        )
        let rest = try await provider.succeed(provider.loggedIn(["-O"]))
        #expect(!rest.contains("written") && !rest.contains("notes"), "\(rest)")
    }

    @Test("Two cards are two tokens, each with keys of its own")
    func twoCards() async throws {
        let provider = try await Provider(["alpha", "beta"])
        for name in ["alpha", "beta"] {
            try await provider.succeed(
                provider.loggedIn([
                    "--token-label", name, "--keypairgen", "--key-type", "EC:prime256v1", "--label", "of \(name)",
                ])
            )
        }
        for (name, other) in [("alpha", "beta"), ("beta", "alpha")] {
            let list = try await provider.succeed(provider.loggedIn(["--token-label", name, "-O"]))
            #expect(list.contains("of \(name)") && !list.contains("of \(other)"), "\(list)")
        }
    }
}

extension Provider {
    /// The public key with an identifier, in PEM, as GnuTLS reads it: OpenSC's tool reads none of P-384.
    func publicKey(_ identifier: String) async throws -> String {
        let program = ["p11tool", "--provider", module, "--set-pin", Self.pin, "--batch", "--login"]
        let output = try await run(program + ["--export-pubkey", "pkcs11:id=%\(identifier);type=public"])
        guard output.exitStatus == 0, output.text.contains("BEGIN PUBLIC KEY") else {
            throw TestRigError("p11tool: \(output.text)\(output.errorText)")
        }
        return output.text
    }
}
