internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore file rotate`.
struct KeystoreFileRotateCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Seal a file again under a new key.",
        discussion: "The keystore must be unlocked. The file is replaced, using constant memory."
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let location = try file.location()
        let access = try KeystoreAccess(keystore)
        let protection = try ProtectedFiles(access.open()).attributes(location).protection
        let files = try access.files(unlock, reading: protection)
        try files.rotate(location)
        return try answer(
            "jeton.keystore.file.rotate/1",
            ["file": KeystoreFileCommand.json(files.attributes(location))],
            ["the file \(file.target) is sealed under a new key"]
        )
    }
}
