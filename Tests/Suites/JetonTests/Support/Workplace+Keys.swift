import Foundation
import TestRig
import Testing

extension Workplace {
    /// The option that names the user's PIN.
    static let pinOption = ["--pin-source", "file:pin"]
    /// The option that names the security officer's PIN.
    static let officerOption = ["--so-pin-source", "file:so-pin"]

    /// Runs `jeton` with the user's PIN.
    func withPIN(_ arguments: String..., environment: [String: String] = [:]) async throws -> Answer {
        try await jeton(arguments + Self.pinOption, environment: environment)
    }

    /// Makes a key on the token.
    func makeKey(_ label: String, type: String = "ec:p256", _ more: String...) async throws {
        let arguments = ["key", "generate", "--type", type, "--label", label] + more + Self.pinOption
        let answer = try await jeton(arguments)
        try #require(answer.code == 0, "\(answer.testDescription)")
    }

    /// Makes a key and a certificate for it, both on the token; the authority's is `ca.pem`.
    func makeSigner(_ label: String, type: String = "ec:p256", subject: String = "CN=Anna Muster") async throws {
        try await makeKey(label, type: type)
        let request = try await withPIN(
            "csr",
            "create",
            "--key",
            label,
            "--subject",
            subject,
            "--out",
            "\(label).csr"
        )
        try #require(request.code == 0, "\(request.testDescription)")
        try await certify(label)
        let imported = try await withPIN("cert", "import", "\(label).pem")
        try #require(imported.code == 0, "\(imported.testDescription)")
    }

    /// Makes `LABEL.pem` from `LABEL.csr`, by an authority that is made when it is first wanted.
    func certify(_ label: String) async throws {
        if contents("ca.pem") == nil {
            try await openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-keyout",
                "ca.key",
                "-out",
                "ca.pem",
                "-days",
                "2",
                "-subj",
                "/CN=Test Authority",
                "-batch"
            )
        }
        try await openssl(
            "x509",
            "-req",
            "-in",
            "\(label).csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "1",
            "-out",
            "\(label).pem"
        )
    }

    /// Runs openssl, which has to succeed.
    @discardableResult
    func openssl(_ arguments: String...) async throws -> ChildProcess.Output { try await openssl(arguments) }

    @discardableResult
    func openssl(_ arguments: [String]) async throws -> ChildProcess.Output {
        let output = try await ChildProcess.run(
            ["openssl"] + arguments,
            environment: variables(),
            workingDirectory: directory.path
        )
        guard output.exitStatus == 0 else {
            throw TestRigError("openssl \(arguments.joined(separator: " ")): \(output.text)\(output.errorText)")
        }
        return output
    }

    /// Has openssl verify a detached CMS signature of a file, by the authority in `ca.pem`.
    func checkCMS(_ signature: String, of file: String) async throws {
        let how = "cms -verify -binary -inform DER -CAfile ca.pem -purpose any -out verified"
        try await openssl(how.split(separator: " ").map(String.init) + ["-in", signature, "-content", file])
        #expect(contents("verified") == contents(file))
    }

    /// Has openssl check a raw signature of a file with the public key in `KEY.pub`.
    func checkRaw(_ signature: String, of file: String, publicKey: String, type: String) async throws {
        if type == "ed25519" {
            try await openssl(
                "pkeyutl",
                "-verify",
                "-pubin",
                "-inkey",
                publicKey,
                "-rawin",
                "-in",
                file,
                "-sigfile",
                signature
            )
        } else {
            let hash = type == "ec:p384" ? "-sha384" : type == "ec:p521" ? "-sha512" : "-sha256"
            try await openssl("dgst", hash, "-verify", publicKey, "-signature", signature, file)
        }
    }
}
