internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonKeystore
internal import JetonPrograms

/// `jeton keystore file open`.
struct KeystoreFileOpenCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Run a program with a file's content as its standard input.",
        discussion: """
            The content passes through a pipe and never reaches the disk. Locking the keystore stops the reading if \
            the class is complete, and in no other class. Example: jeton keystore file open diary -- less
            """
    )

    @OptionGroup var file: ProtectedFileOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"),
        completion: .file()
    )
    var command: [String] = []

    func execute() throws -> ExitCode {
        guard let program = command.first else {
            let example: ShellCommand = "jeton keystore file open \(file.target) -- less"
            throw CommandError.usage("no program is given", hints: ["`\(example.text)` opens it in less"])
        }
        let location = try file.location()
        let access = try KeystoreAccess(keystore)
        let protection = try ProtectedFiles(access.open()).attributes(location).protection
        let source = try access.files(unlock, reading: protection).open(location)
        var call = ProgramCall(command)
        call.keepsDescriptors = true
        let child = try FedProgram(call)
        do {
            try source.forEachBlock { try child.write($0) }
        } catch let error as ProgramError where error.isEndOfReading {
            // A program may stop reading early; that is not a failure.
        } catch {
            _ = child.finish().wait()
            throw error
        }
        let status = child.finish().wait().code
        guard status == 0 else {
            throw CommandError("\(program) ended with status \(status)", exitCode: .inputOutput)
        }
        return try answer("jeton.keystore.file.open/1", ["status": Int(status)]) {}
    }
}
