internal import ArgumentParser
internal import Glibc

/// The steps of `jeton demo` in a folder of their own.
struct Demo {
    let module: String
    let folder: String

    /// SoftHSM's module where Debian, Fedora and others put it.
    static func softHSM() throws(CommandError) -> String {
        let folders = [
            "/usr/lib/softhsm", "/usr/lib/x86_64-linux-gnu/softhsm", "/usr/lib/aarch64-linux-gnu/softhsm",
            "/usr/lib64/softhsm", "/usr/lib64/pkcs11", "/usr/lib/pkcs11",
        ]
        for folder in folders where FileSource.exists(folder + "/libsofthsm2.so") { return folder + "/libsofthsm2.so" }
        throw CommandError.notFound(
            "SoftHSM is not installed",
            hints: ["apt-get install softhsm2 openssl, or `scripts/bootstrap --runtime`"]
        )
    }

    /// Makes the folder with an empty token store and a file with the PIN that others can't read.
    init(module: String) throws {
        self.module = module
        var template = Array("/tmp/jeton-demo-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw CommandError("no folder can be made in /tmp: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard unsafe mkdir(folder + "/tokens", 0o700) == 0 else {
            throw CommandError("\(folder)/tokens can't be made: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        let configuration = "directories.tokendir = \(folder)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n"
        try FileOutput.write(Array(configuration.utf8), to: folder + "/softhsm2.conf", force: false)
        umask(0o077)
        // A token that lives for seconds: its PINs protect nothing.
        try FileOutput.write(Array("123456\n".utf8), to: folder + "/pin", force: false)
        try FileOutput.write(Array("87654321\n".utf8), to: folder + "/so-pin", force: false)
        try FileOutput.write(Array("I owe you one.\n".utf8), to: folder + "/letter.txt", force: false)
    }

    func remove() {
        _ = try? ProgramRunner.run(["rm", "-rf", "--", folder])
    }

    func run() throws(CommandError) {
        let pin = ["--pin-source", "file:\(folder)/pin"]
        try say("A new token is set up: a label, the security officer's PIN, the user's PIN.")
        try jeton(["token", "init", "--label", "demo", "--so-pin-source", "file:\(folder)/so-pin"] + pin)
        try say("It is there, with its reader, its media id and its state.")
        try jeton(["list"])
        try say("A key is made on the token. It will never leave it.")
        try jeton(["key", "generate", "--token", "demo", "--type", "ec:p256", "--label", "signing"] + pin)
        try say("A request for a certificate goes to an authority, here one of openssl's.")
        try jeton(
            [
                "csr", "create", "--key", "signing", "--subject", "CN=Demo Signer,O=Jeton", "--out",
                "\(folder)/signing.csr",
            ] + pin
        )
        try run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "\(folder)/ca.key", "-out",
            "\(folder)/ca.pem", "-days", "2", "-subj", "/CN=Demo Authority", "-batch",
        ])
        try run([
            "openssl", "x509", "-req", "-in", "\(folder)/signing.csr", "-CA", "\(folder)/ca.pem", "-CAkey",
            "\(folder)/ca.key", "-CAcreateserial", "-days", "1", "-out", "\(folder)/signing.pem",
        ])
        try say("The certificate goes onto the token, beside its key.")
        try jeton(["cert", "import", "\(folder)/signing.pem"] + pin)
        try say("A letter is signed, and openssl agrees.")
        try jeton(["sign", "\(folder)/letter.txt", "--key", "signing", "--format", "cms"] + pin)
        try run([
            "openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "\(folder)/letter.txt.p7s", "-content",
            "\(folder)/letter.txt", "-CAfile", "\(folder)/ca.pem", "-purpose", "any",
        ])
        try jeton(["verify", "\(folder)/letter.txt.p7s", "--trust", "\(folder)/ca.pem"])
    }

    private func say(_ text: String) throws(CommandError) { try Console.print("\n\(Console.style.bold("# " + text))") }

    private func jeton(_ arguments: [String]) throws(CommandError) {
        var arguments = arguments
        if arguments[0] != "verify" { arguments += ["--module", module] }
        try run(["jeton"] + arguments)
    }

    /// Shows a command and runs it.
    private func run(_ command: [String]) throws(CommandError) {
        try Console.print(
            Console.style.dim("$ " + command.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " "))
        )
        var program = command
        if command[0] == "jeton" { program[0] = Process.executable ?? "jeton" }
        let environment = ["SOFTHSM2_CONF": folder + "/softhsm2.conf", "JETON_DATA": folder + "/data"]
        let code = try ProgramRunner.run(program, environment: environment)
        guard code == 0 else {
            throw CommandError("the step failed with exit code \(code)", exitCode: ExitCode(code))
        }
    }
}
