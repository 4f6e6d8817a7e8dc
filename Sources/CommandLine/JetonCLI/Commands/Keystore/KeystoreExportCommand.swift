internal import AgeFiles
internal import ArgumentParser
internal import JetonFiles
internal import KeystoreSync

/// `jeton keystore export`.
struct KeystoreExportCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export items that may leave this device, encrypted.",
        discussion: """
            The file is an age file: `age --decrypt` opens it as well. It is encrypted to the recipients that are \
            named, or under a separate passphrase, which is asked for.
            """
    )

    @Argument(help: ArgumentHelp("File to write.", valueName: "file"), completion: .file()) var file: String
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var weak: WeakPassphraseOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("age recipient; may be repeated.", valueName: "age1…"))
    var recipient: [String] = []

    @Flag(help: "Overwrite an existing file.")
    var force = false

    var asksLate: Bool { true }

    func validate() throws {
        try OptionRule.check(
            .excludes([
                "--recipient": !recipient.isEmpty, "--file-passphrase-source": archive.filePassphraseSource != nil,
            ])
        )
    }

    func execute() throws -> ExitCode {
        let recipients = try recipient.map { try AgeRecipient(argument: $0) }
        var target = try FileOutput(path: file, force: force, isPrivate: true)
        let keychain = try KeystoreAccess(keystore).unlocked(unlock)
        let protection = try recipients.isEmpty ? archive.newPassphrase(weak) : .recipients(recipients)
        let export = try keychain.exportItems(for: protection)
        try target.write(export.file.span)
        try target.publish()
        return try answer(
            "jeton.keystore.export/1",
            ["file": file, "items": export.count],
            ["\(export.count) items are in \(file)"]
        )
    }
}
