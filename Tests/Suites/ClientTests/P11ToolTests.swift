import TestRig
import Testing

@Suite("p11tool of GnuTLS on the provider", .timeLimit(.minutes(5)))
struct P11ToolTests {
    private let place: ClientPlace

    init() async throws { place = try await ClientPlace() }

    private func p11tool(_ arguments: String...) async throws -> String {
        try await place.run(["p11tool", "--provider", place.module, "--batch"] + arguments)
    }

    @Test("It lists the token and its mechanisms, and takes random octets from it")
    func token() async throws {
        let tokens = try await p11tool("--list-tokens")
        #expect(tokens.contains("Label: alpha") && tokens.contains("Requires login"))
        let mechanisms = try await p11tool("--list-mechanisms", "pkcs11:token=alpha")
        for name in ["CKM_RSA_PKCS", "CKM_ECDSA", "CKM_ECDSA_KEY_PAIR_GEN"] { #expect(mechanisms.contains(name)) }
        _ = try await p11tool("--generate-random", "32", "--outfile", "random", "pkcs11:token=alpha")
        #expect(try await place.run("stat", "-c", "%s", "random") == "32\n")
    }

    @Test(
        "It makes keys and signs with them",
        arguments: [
            ["--generate-privkey=rsa", "--bits=2048"], ["--generate-privkey=ecdsa", "--curve=secp256r1"],
            ["--generate-privkey=ecdsa", "--curve=secp384r1"],
        ]
    )
    func generate(_ words: [String]) async throws {
        let made = try await place.run(
            ["p11tool", "--provider", place.module, "--batch", "--login"] + words
                + ["--label", "made", "--outfile", "made.pub", "pkcs11:token=alpha"]
        )
        #expect(!made.contains("rror"), "\(made)")
        let list = try await p11tool("--login", "--list-all", "pkcs11:token=alpha")
        #expect(list.contains("object=made;type=private") && list.contains("object=made;type=public"))
        #expect(list.contains("CKA_NEVER_EXTRACTABLE") && list.contains("CKA_SENSITIVE"))
        let signed = try await p11tool("--login", "--test-sign", "pkcs11:token=alpha;object=made;type=private")
        #expect(signed.contains("Verifying against public key in the token... ok"), "\(signed)")
        // What it wrote is the public key that openssl reads.
        try await place.openssl("pkey", "-pubin", "-in", "made.pub", "-noout")
    }

    @Test("It imports a key and its certificate, gives the certificate back, and deletes both")
    func importing() async throws {
        try await place.makeSoftwareKey("other")
        let url = "pkcs11:token=alpha"
        _ = try await p11tool(
            "--login",
            "--write",
            "--load-privkey",
            "other.key",
            "--label",
            "other",
            "--id",
            "31",
            url
        )
        _ = try await p11tool(
            "--login",
            "--write",
            "--load-certificate",
            "other.pem",
            "--label",
            "other",
            "--id",
            "31",
            url
        )
        let signed = try await p11tool("--login", "--test-sign", "\(url);object=other;type=private")
        #expect(signed.contains("Verifying against private key parameters... ok"), "\(signed)")
        _ = try await p11tool("--export", "\(url);object=other;type=cert", "--outfile", "exported.pem")
        #expect(
            try await place.openssl("x509", "-in", "exported.pem", "-fingerprint", "-noout")
                == (try await place.openssl("x509", "-in", "other.pem", "-fingerprint", "-noout"))
        )
        _ = try await p11tool("--login", "--delete", "\(url);object=other")
        // It ends with 2 where nothing is left.
        let list = try await place.run(
            "sh",
            "-c",
            "p11tool --provider '\(place.module)' --login --list-all '\(url)' || true"
        )
        #expect(!list.contains("object=other"), "\(list)")
    }
}
