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

    @Flag(name: .long, help: "Synchronize first, so that the newest value of your devices is read.")
    var fetch = false

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        try checkTarget()
        if fetch { synchronize() }
        let read = try KeystoreAccess(keystore).read(item, unlock)
        guard let out = outputFile else {
            try FileOutput.write(read.secret, to: "-", force: false)
            if Console.isTerminal(1) { try Console.print("") }
            return .success
        }
        try FileOutput.write(read.secret, to: out, force: force)
        let found = read.item
        try answer(
            "jeton.keystore.get/1",
            [("item", ItemReport.json(found)), ("file", .string(out))],
            ["the secret \(ItemReport.name(found)) is in \(out)"]
        )
        return .success
    }

    /// Synchronizes; if that fails, what is here is read all the same.
    private func synchronize() {
        do {
            _ = try SyncAccess(unlock, keystore).run()
        } catch {
            Console.note("warning: not synchronized: \(ErrorReport.describe(error).message)")
        }
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
