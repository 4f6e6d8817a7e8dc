internal import ArgumentParser
internal import Keystore

/// `jeton keystore file open`.
struct KeystoreFileOpenCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Run a program with a file's content as its standard input.",
        discussion: """
            The content passes through a pipe and never reaches the disk. Reading stops with the lock if the class is \
            complete, and goes on in every other class. Example: jeton keystore file open diary -- less
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments, after --.", valueName: "program")
    )
    var command: [String] = []

    func execute() throws -> ExitCode {
        guard let program = command.first else {
            throw CommandError.usage(
                "no program is given",
                hints: ["jeton keystore file open \(file.target) -- less"]
            )
        }
        let location = try file.location()
        let access = try KeystoreAccess(keystore)
        let protection = try ProtectedFiles(access.open()).attributes(location).protection
        let source = try access.files(unlock, reading: protection).open(location)
        let child = try PipedProgram(command)
        try ProtectedFileCopy.read(source) { try child.write($0) }
        let status = child.end()
        guard status == 0 else {
            throw CommandError("\(program) ended with status \(status)", exitCode: .inputOutput)
        }
        if output.json { try answer("jeton.keystore.file.open/1", [("status", .number(Int(status)))], []) }
        return .success
    }
}
