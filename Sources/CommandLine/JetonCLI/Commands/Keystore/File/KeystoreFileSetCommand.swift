internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore file set`.
struct KeystoreFileSetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Replace the content or the class of a file, or a directory's default class.",
        discussion: """
            The file is replaced: a program that has it open still sees the old content. With --default the path is \
            a directory, and --class becomes the class of new files in it.
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var protection: FileProtectionOptions
    @OptionGroup var content: FileContentOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .customLong("default"), help: "Set the class of new files in this directory.")
    var isDefault = false

    func execute() throws -> ExitCode {
        let given = protection.name?.protection
        let access = try KeystoreAccess(keystore)
        if isDefault { return try setDefault(given, access) }
        let location = try file.location()
        let present = try ProtectedFiles(access.open()).attributes(location).protection
        let files: ProtectedFiles
        if content.path != nil {
            let source = try content.source()
            files = try access.files(unlock, writing: given ?? present)
            var writer = try files.create(location, protection: given ?? present, replaces: true)
            try content.write(source, to: &writer)
            try writer.finish()
        } else {
            guard let given else {
                throw CommandError.usage(
                    "nothing to change: give --in or --class",
                    hints: ["use --in FILE for a file, or `--in -` for standard input"]
                )
            }
            files = ProtectedFiles(try access.unlocked(unlock))
            try files.rotate(location, to: given)
        }
        return try answer(
            "jeton.keystore.file.set/1",
            ["file": KeystoreFileCommand.json(files.attributes(location))],
            ["the file \(file.target) is changed"]
        )
    }

    private func setDefault(_ protection: FileProtection?, _ access: KeystoreAccess) throws -> ExitCode {
        guard let protection, content.path == nil else {
            throw CommandError.usage("--default requires --class and can't be combined with --in")
        }
        let path = try ProtectedFileOptions.absolute(file.target)
        try ProtectedFiles(access.open()).setDefaultProtection(protection, in: path)
        let word = FileProtectionOptions.word(protection)
        return try answer(
            "jeton.keystore.file.default/1",
            ["directory": path, "class": word],
            ["new files in \(file.target) get the class \(word)"]
        )
    }
}
