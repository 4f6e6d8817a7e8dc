internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore

/// `jeton keystore file get`.
struct KeystoreFileGetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Write the content of a file, or a part, to a file or a program.",
        discussion: """
            Bytes go to the standard output as soon as they are authentic; if later ones are damaged the command fails. A \
            file of --out appears only when everything is authentic, and no other user can read it.
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var place: SecretOutputOptions

    @Option(help: ArgumentHelp("First byte (default: 0).", valueName: "number"))
    var offset: Int64 = 0

    @Option(help: ArgumentHelp("Number of bytes (default: all).", valueName: "number"))
    var count: Int64?

    func execute() throws -> ExitCode {
        guard offset >= 0, count ?? 0 >= 0 else {
            throw CommandError.usage("--offset and --count must not be negative")
        }
        try place.check("content", json: output.json)
        let location = try file.location()
        let access = try KeystoreAccess(keystore)
        let protection = try ProtectedFiles(access.open()).attributes(location).protection
        let files = try access.files(unlock, reading: protection)
        let source = try files.open(location)
        guard let out = place.file else {
            try source.forEachBlock(from: offset, count: count) { try Console.write($0) }
            return .success
        }
        var target = try FileOutput(path: out, force: place.force, isPrivate: true)
        try source.forEachBlock(from: offset, count: count) { try target.write($0) }
        try target.publish()
        return try answer(
            "jeton.keystore.file.get/1",
            ["file": KeystoreFileCommand.json(files.attributes(location)), "out": out],
            ["the content of \(file.target) is in \(out)"]
        )
    }
}
