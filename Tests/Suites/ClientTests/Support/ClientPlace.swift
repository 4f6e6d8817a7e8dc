import Foundation
import TestRig
import Testing

/// A folder with a virtual card, the provider that shows it as the token `alpha`, and programs that nobody here wrote.
final class ClientPlace: Sendable {
    /// The token's PIN.
    static let pin = "246813"
    /// The token's PUK.
    static let securityOfficerPIN = "97531864"

    /// Where the programs start.
    let directory: TemporaryDirectory
    /// The path of the provider.
    let module: String
    private let environment: [String: String]

    /// Makes cards whose names are their tokens' labels.
    init(cards: [String] = ["alpha"]) async throws {
        directory = try TemporaryDirectory()
        module = try BuildProducts.path("libjeton-pkcs11.so")
        environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": directory.path, "LANG": "C.UTF-8",
            "JETON_DATA": directory.path("data"), "GNUTLS_PIN": Self.pin,
        ]
        try secret(Self.pin, "pin")
        // Where openssl is itself, no configuration leads it to the provider.
        try directory.write("[req]\ndistinguished_name = name\n[name]\n", to: "plain.cnf")
        let example = BuildProducts.packageDirectory.appendingPathComponent("Examples/openssl.cnf")
        let installed = try String(contentsOf: example, encoding: .utf8)
        try directory.write(
            installed.replacingOccurrences(of: "@prefix@/lib/libjeton-pkcs11.so", with: module),
            to: "engine.cnf"
        )
        try secret(Self.securityOfficerPIN, "so-pin")
        for card in cards {
            try await jeton("virtual", "create", card)
            try await jeton(
                "token",
                "init",
                "--reader",
                "Jeton virtual card \(card)",
                "--label",
                card,
                "--so-pin-source",
                "file:so-pin",
                "--pin-source",
                "file:pin"
            )
        }
    }

    /// Writes a line into a file that only its owner can read.
    @discardableResult
    func secret(_ text: String, _ name: String) throws -> String {
        let path = try directory.write(text + "\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    // MARK: - Programs

    /// Runs a program in the folder, expects how it ends, and gives all that it said.
    @discardableResult
    func run(
        _ arguments: [String],
        status: Int32 = 0,
        environment more: [String: String] = [:],
        input: String = "",
        deadline: Duration = .seconds(120)
    ) async throws -> String {
        let output = try await ChildProcess.run(
            arguments,
            environment: environment.merging(more) { $1 },
            input: Array(input.utf8),
            workingDirectory: directory.path,
            deadline: deadline
        )
        let text = output.text + output.errorText
        try #require(output.exitStatus == status, "\(arguments.joined(separator: " ")): \(output.ending) \(text)")
        return text
    }

    /// Runs a program in the folder.
    @discardableResult
    func run(_ arguments: String..., environment: [String: String] = [:], input: String = "") async throws -> String {
        try await run(arguments, environment: environment, input: input)
    }

    /// Starts a program in the folder and leaves it running.
    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(arguments, environment: environment, workingDirectory: directory.path)
    }

    /// Runs a shell script with a loopback network and a `/run` of its own, where ports and sockets are free.
    @discardableResult
    func runAlone(_ script: String, environment: [String: String] = [:]) async throws -> String {
        let path = try directory.write(
            "set -eu\nip link set lo up\nmount -t tmpfs tmpfs /run\n" + script,
            to: "script-\(UUID().uuidString).sh"
        )
        return try await run(
            ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--propagation", "private", "sh", path],
            environment: environment
        )
    }

    /// Runs jeton on the provider.
    @discardableResult
    func jeton(_ arguments: String...) async throws -> String {
        let usesModules = !["virtual", "verify"].contains(arguments.first)
        return try await run([BuildProducts.path("jeton")] + arguments + (usesModules ? ["--module", module] : []))
    }

    /// Runs jeton on the provider and gives the document that it prints.
    func json(_ arguments: String...) async throws -> [String: Any] {
        let usesModules = arguments.first != "virtual"
        let output = try await ChildProcess.run(
            [BuildProducts.path("jeton")] + arguments + ["--json"] + (usesModules ? ["--module", module] : []),
            environment: environment,
            workingDirectory: directory.path
        )
        let document = try JSONSerialization.jsonObject(with: Data(output.standardOutput))
        return try #require(document as? [String: Any], "\(output.text)\(output.errorText)")
    }

    /// Runs openssl by itself.
    @discardableResult
    func openssl(_ arguments: String...) async throws -> String {
        try await run(["openssl"] + arguments, environment: ["OPENSSL_CONF": directory.path("plain.cnf")])
    }

    /// Runs openssl with the engine of libp11 on the provider, by the example of an openssl.cnf that is installed.
    @discardableResult
    func opensslEngine(_ arguments: String...) async throws -> String {
        try await run(["openssl"] + arguments, environment: ["OPENSSL_CONF": directory.path("engine.cnf")])
    }

    // MARK: - Keys and certificates

    /// The private key's URI with the PIN, for programs that have no better way to get it.
    static func uri(_ label: String) -> String { "pkcs11:token=alpha;object=\(label);type=private?pin-value=\(pin)" }

    /// Makes a key on the token.
    func makeKey(_ label: String, _ type: String) async throws {
        try await jeton(
            "key",
            "generate",
            "--token",
            "alpha",
            "--type",
            type,
            "--label",
            label,
            "--pin-source",
            "file:pin"
        )
    }

    /// Makes a key on the token with a certificate of an authority: `LABEL.pem` and `ca.pem` in the directory.
    ///
    /// `extensions` are lines of an openssl.cnf section, such as `subjectAltName=DNS:localhost`.
    func makeCertifiedKey(_ label: String, _ type: String, extensions: [String] = []) async throws {
        try await makeKey(label, type)
        try await makeAuthority()
        try await jeton(
            "csr",
            "create",
            "--token",
            "alpha",
            "--key",
            label,
            "--subject",
            "CN=\(label)",
            "--out",
            "\(label).csr",
            "--pin-source",
            "file:pin"
        )
        try directory.write(extensions.map { $0 + "\n" }.joined(), to: "extensions.cnf")
        try await openssl(
            "x509",
            "-req",
            "-extfile",
            "extensions.cnf",
            "-in",
            "\(label).csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "2",
            "-out",
            "\(label).pem"
        )
        try await jeton("cert", "import", "\(label).pem", "--token", "alpha", "--pin-source", "file:pin")
    }

    private func makeAuthority() async throws {
        if FileManager.default.fileExists(atPath: directory.path("ca.pem")) { return }
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
            "/CN=Authority",
            "-addext",
            "basicConstraints=critical,CA:TRUE"
        )
    }

    /// Makes a key of openssl's and a certificate of its own: `NAME.key` and `NAME.pem`.
    func makeSoftwareKey(_ name: String, host: String? = nil) async throws {
        try await run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout"]
                + ["\(name).key", "-out", "\(name).pem", "-days", "2", "-subj", "/CN=\(name)"]
                + (host.map { ["-addext", "subjectAltName=DNS:\($0)"] } ?? []),
            environment: ["OPENSSL_CONF": directory.path("plain.cnf")]
        )
    }
}
