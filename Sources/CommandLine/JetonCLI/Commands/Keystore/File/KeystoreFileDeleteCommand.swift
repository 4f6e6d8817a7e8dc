internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore file delete`.
struct KeystoreFileDeleteCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a protected file, also while the keystore is locked."
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Delete without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let location = try file.location()
        let files = ProtectedFiles(try KeystoreAccess(keystore).open())
        let attributes = try files.attributes(location)
        try Confirmation.ask("The file \(file.target) will be lost.", yes: yes)
        try files.delete(location)
        return try answer(
            "jeton.keystore.file.delete/1",
            ["file": KeystoreFileCommand.json(attributes)],
            ["the file \(file.target) is deleted"]
        )
    }
}
