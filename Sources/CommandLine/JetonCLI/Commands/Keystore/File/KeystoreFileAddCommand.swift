internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonKeystore

/// `jeton keystore file add`.
struct KeystoreFileAddCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Seal a new file.",
        discussion: """
            The content comes from the standard input, or from the file of --in, which stays unchanged. It is sealed \
            before it reaches the disk. Empty content is refused without --allow-empty.
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var content: FileContentOptions
    @OptionGroup var protection: FileProtectionOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Hide the name while the class is locked.")
    var hideName = false

    func execute() throws -> ExitCode {
        let location = try file.location()
        try refuseFileName()
        let given = protection.name?.protection
        let access = try KeystoreAccess(keystore)
        let chosen = try given ?? ProtectedFiles(access.open()).defaultProtection(for: location)
        let source = try content.source()
        let files = try access.files(unlock, writing: chosen)
        var writer = try files.create(location, protection: chosen, hidesName: hideName)
        try content.write(source, to: &writer)
        try writer.finish()
        let attributes = try files.attributes(location)
        return try answer(
            "jeton.keystore.file.add/1",
            ["file": KeystoreFileCommand.json(attributes)],
            ["the file \(file.target) is sealed: \(FileProtectionOptions.word(chosen)), \(attributes.size) bytes"]
        )
    }

    /// Refuses a name that is a file's where no content is named: that file would not be read.
    private func refuseFileName() throws(CommandError) {
        guard content.path == nil, !file.target.contains("/"), FileSource.exists(file.target) else { return }
        let taken: ShellCommand = "jeton keystore file add \(file.target) --in \(file.target)"
        throw .usage(
            "\(file.target) is a name in the keystore here, and the file of that name in the current directory is not read",
            hints: ["`\(taken.text)` seals the file", "use `--in -` to seal standard input"]
        )
    }
}
