internal import ArgumentParser
internal import Glibc
internal import JetonFiles
internal import JetonPrograms
internal import TokenKit

/// The steps of `jeton demo` in a directory of their own.
struct Demo {
    let directory: String

    /// Makes the directory with files of the PINs that others can't read.
    init() throws {
        let modules = ModuleChoice().registry().modules
        guard modules.contains(where: { $0.path.hasSuffix("/" + ModuleRegistry.providerFileName) }) else {
            throw CommandError.notFound(
                "\(ModuleRegistry.providerFileName), which shows virtual cards as tokens, is not there",
                hints: ["`swift build --product jeton-pkcs11` puts it beside jeton, and scripts/install installs it"]
            )
        }
        guard let directory = TemporaryDirectory.make(for: "demo") else {
            throw CommandError("can't create a directory in /tmp: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        self.directory = directory
        umask(0o077)
        // A card that lives for seconds: its PINs protect nothing.
        try FileOutput.write(Array("246813\n".utf8), to: directory + "/pin", force: false)
        try FileOutput.write(Array("97531864\n".utf8), to: directory + "/so-pin", force: false)
        try FileOutput.write(Array("I owe you one.\n".utf8), to: directory + "/letter.txt", force: false)
    }

    func remove() {
        _ = try? ProgramCall.run(["rm", "-rf", "--", directory])
    }

    func run() throws(CommandError) {
        let pin = ["--pin-source", "file:\(directory)/pin"]
        try say("A PIV card in software is made, as cards come from the factory.")
        try jeton(["virtual", "create", "demo"])
        try say("It is there, with its reader, its media id and its state.")
        try jeton(["list"])
        try say("It is set up: a label, a PUK, and a PIN of the user's own.")
        try jeton(
            [
                "token", "init", "--reader", "Jeton virtual card demo", "--label", "demo", "--so-pin-source",
                "file:\(directory)/so-pin",
            ] + pin
        )
        try say("A key is made on the token. It will never leave it.")
        try jeton(["key", "generate", "--token", "demo", "--type", "ec:p256", "--label", "signing"] + pin)
        try say("A request for a certificate goes to an authority, here one of openssl's.")
        try jeton(
            [
                "csr", "create", "--token", "demo", "--key", "signing", "--subject", "CN=Demo Signer,O=Jeton", "--out",
                "\(directory)/signing.csr",
            ] + pin
        )
        try run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "\(directory)/ca.key", "-out",
            "\(directory)/ca.pem", "-days", "2", "-subj", "/CN=Demo Authority", "-batch",
        ])
        try run([
            "openssl", "x509", "-req", "-in", "\(directory)/signing.csr", "-CA", "\(directory)/ca.pem", "-CAkey",
            "\(directory)/ca.key", "-CAcreateserial", "-days", "1", "-out", "\(directory)/signing.pem",
        ])
        try say("The certificate goes onto the token, beside its key.")
        try jeton(["cert", "import", "\(directory)/signing.pem", "--token", "demo"] + pin)
        try say("A letter is signed, and openssl agrees.")
        try jeton(["sign", "\(directory)/letter.txt", "--token", "demo", "--key", "signing", "--format", "cms"] + pin)
        try run([
            "openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "\(directory)/letter.txt.p7s", "-content",
            "\(directory)/letter.txt", "-CAfile", "\(directory)/ca.pem", "-purpose", "any",
        ])
        try jeton(["verify", "\(directory)/letter.txt.p7s", "--trust", "\(directory)/ca.pem"])
    }

    private func say(_ text: String) throws(CommandError) { try Console.print(["", Console.style.bold("# " + text)]) }

    private func jeton(_ arguments: [String]) throws(CommandError) { try run(["jeton"] + arguments) }

    /// Shows a command and runs it.
    private func run(_ command: [String]) throws(CommandError) {
        try Console.print(
            Console.style.dim("$ " + command.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " "))
        )
        var program = command
        if command[0] == "jeton" { program[0] = Process.executable ?? "jeton" }
        let environment = ["JETON_DATA": directory + "/data", "JETON_PROVIDER_CARDS": ""]
        let code = try ProgramCall.run(program, environment: environment)
        guard code == 0 else {
            throw CommandError("the step failed with exit code \(code)", exitCode: ExitCode(code))
        }
    }
}
