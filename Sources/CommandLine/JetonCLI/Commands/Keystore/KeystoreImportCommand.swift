internal import AgeFiles
internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore import`.
struct KeystoreImportCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the items of an exported file.",
        discussion: "An existing item is kept if it is newer than the one in the file."
    )

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .long,
        help: ArgumentHelp("Open the file with the age identity in this file.", valueName: "path"),
        completion: .file()
    )
    var fileIdentity: String?

    @Flag(name: .long, help: "Replace existing items even if they are newer.")
    var replace = false

    func execute() throws -> ExitCode {
        guard fileIdentity == nil || archive.filePassphraseSource == nil else {
            throw CommandError.usage("--file-identity and --file-passphrase-source exclude each other")
        }
        let octets = try FileSource.contents(of: file, limit: AgeFile.octetLimit)
        let keychain = try KeystoreAccess(keystore).unlocked(unlock)
        let key: ArchiveKey =
            if let fileIdentity {
                .identity(try AgeIdentity(text: FileSource.privateSecret(at: fileIdentity)))
            } else { try archive.passphrase() }
        let report = try keychain.importItems(octets, openedBy: key, replacing: replace)
        for refusal in report.refused { Console.note("warning: \(refusal.item): \(refusal.reason)") }
        try answer(
            "jeton.keystore.import/1",
            [
                ("added", .number(report.added)), ("replaced", .number(report.replaced)),
                ("kept", .number(report.kept)), ("unchanged", .number(report.unchanged)),
                (
                    "refused",
                    .array(
                        report.refused.map {
                            .object([("item", .string("\($0.item)")), ("reason", .string($0.reason))])
                        }
                    )
                ),
            ],
            [
                "\(report.added) added, \(report.replaced) replaced, \(report.unchanged) unchanged, "
                    + "\(report.kept) kept as they are newer, \(report.refused.count) refused"
            ]
        )
        return report.refused.isEmpty ? .success : .finding
    }
}
