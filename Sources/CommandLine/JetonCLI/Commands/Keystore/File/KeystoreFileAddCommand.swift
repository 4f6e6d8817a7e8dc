internal import ArgumentParser
internal import Keystore

/// `jeton keystore file add`.
struct KeystoreFileAddCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Seal a new file.",
        discussion: """
            The content comes from the standard input, unless --in names a file, which is left as it is. It is sealed \
            before it reaches the disk.
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var content: FileContentOptions
    @OptionGroup var protection: FileProtectionOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Hide the name while the class is locked.")
    var hideName = false

    func execute() throws -> ExitCode {
        let location = try file.location()
        let given = try protection.choice()
        let access = try KeystoreAccess(keystore)
        let chosen = try given ?? ProtectedFiles(access.open()).defaultProtection(for: location)
        let source = try ProtectedFileCopy.source(content.path ?? "-")
        let files = try access.files(unlock, writing: chosen)
        var writer = try files.create(location, protection: chosen, hidesName: hideName)
        try ProtectedFileCopy.write(source, to: &writer)
        try writer.finish()
        let attributes = try files.attributes(location)
        try answer(
            "jeton.keystore.file.add/1",
            [("file", KeystoreFileCommand.json(attributes))],
            ["the file \(file.target) is sealed: \(FileProtectionOptions.word(chosen)), \(attributes.size) bytes"]
        )
        return .success
    }
}
