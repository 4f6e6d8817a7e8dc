internal import ArgumentParser
internal import Keystore
internal import Octets

/// `jeton keystore get`.
struct KeystoreGetCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Write a secret to a file, a program or the terminal.",
        discussion: """
            The bytes are written as they are, without a newline at the end. The terminal shows them only with \
            --reveal. No other user can read the file.
            """
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Output file; - is standard output.", valueName: "path"),
        completion: .file()
    )
    var out: String?

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @Flag(name: .long, help: "Show the secret on the terminal.")
    var reveal = false

    func execute() throws -> ExitCode {
        try checkTarget()
        let access = try KeystoreAccess(keystore)
        // A name that matches nothing, or two, is found before anybody is asked for a passphrase.
        let locked = try access.open()
        let found = try item.item(in: locked)
        let protection = found.attributes.accessible.fileProtection
        let keychain = try protection == .none ? locked : access.unlocked(unlock, toRead: protection)
        let secret = try keychain.copySecret(ItemQuery(persistentReference: found.persistentReference))
        guard let out = outputFile else {
            try FileOutput.write(secret, to: "-", force: false)
            if Console.isTerminal(1) { try Console.print("") }
            return .success
        }
        try FileOutput.write(secret, to: out, force: force)
        try answer(
            "jeton.keystore.get/1",
            [("item", ItemReport.json(found)), ("file", .string(out))],
            ["the secret \(ItemReport.name(found)) is in \(out)"]
        )
        return .success
    }

    /// The file to write; nil for the standard output, which `-` means too.
    private var outputFile: String? { out == "-" ? nil : out }

    private func checkTarget() throws(CommandError) {
        guard outputFile == nil else {
            if reveal { throw .usage("--reveal and --out exclude each other") }
            return
        }
        guard !output.json else {
            throw .usage("a secret is never part of JSON", hints: ["--out writes it to a file"])
        }
        guard reveal || !Console.isTerminal(1) else {
            throw .usage(
                "a secret is not written onto the terminal",
                hints: ["--out writes it to a file", "--reveal shows it"]
            )
        }
    }
}
