internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore file list`.
struct KeystoreFileListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List protected files, also while the keystore is locked.",
        discussion: "Hidden names are shown while the keystore is unlocked."
    )

    @Argument(
        help: ArgumentHelp("Directory outside of the keystore (default: the keystore).", valueName: "directory"),
        completion: .directory
    )
    var directory: String?

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        if let directory, !FileSource.exists(directory) {
            throw CommandError.notFound(
                "there is no directory '\(directory)'",
                hints: CommandError.missingHints(directory)
            )
        }
        let path = try directory.map { try ProtectedFileOptions.absolute($0) }
        let files = ProtectedFiles(try KeystoreAccess(keystore).unlockedIfPossible(unlock))
        let standard = try files.defaultProtection(in: path)
        var table = Table(["name", "class", "bytes", "modified"])
        var found: [JSON] = []
        var damaged: [JSON] = []
        for entry in try files.list(in: path) {
            switch entry {
            case .success(let file):
                found.append(KeystoreFileCommand.json(file))
                table.add([
                    file.name.map { ItemReport.harmless($0) } ?? "(hidden)",
                    FileProtectionOptions.word(file.protection), "\(file.size)",
                    ItemReport.moment(Timestamp(microseconds: file.modified)),
                ])
            case .failure(let error):
                damaged.append(.string("\(error)"))
                Console.note("warning: \(error)")
            }
        }
        try answer(
            "jeton.keystore.file.list/1",
            ["files": found, "damaged": damaged, "defaultClass": FileProtectionOptions.word(standard)],
            table.isEmpty ? ["no protected files"] : table.lines(style: Console.style)
        )
        return damaged.isEmpty ? .success : .finding
    }
}
