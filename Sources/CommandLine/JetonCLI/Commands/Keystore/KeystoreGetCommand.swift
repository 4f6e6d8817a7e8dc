internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore
internal import JetonOctets

/// `jeton keystore get`.
struct KeystoreGetCommand: ReportingSubcommand, LocalSubcommand {
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

    @OptionGroup var place: SecretOutputOptions

    @Flag(help: "Synchronize first, to read the newest value from any of your devices.")
    var fetch = false

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        try place.check("a secret", json: output.json)
        if fetch { synchronize() }
        let read = try KeystoreAccess(keystore).read(item, unlock)
        guard let out = place.file else {
            try FileOutput.write(read.secret, to: "-", force: false)
            if Console.isTerminal(1) { try Console.print("") }
            return .success
        }
        try FileOutput.write(read.secret, to: out, force: place.force)
        let found = read.item
        return try answer(
            "jeton.keystore.get/1",
            ["item": ItemReport.json(found), "file": out],
            ["the secret \(ItemReport.name(found)) is in \(out)"]
        )
    }

    /// Synchronizes; if that fails, what is here is read all the same.
    private func synchronize() {
        do {
            _ = try SyncAccess(unlock, keystore).run()
        } catch {
            Console.note("warning: not synchronized: \(ErrorReport.describe(error).message)")
        }
    }
}
