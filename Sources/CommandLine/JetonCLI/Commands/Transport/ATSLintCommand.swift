internal import ArgumentParser
internal import JetonFiles
internal import TransportPolicy

/// `jeton ats lint`.
struct ATSLintCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find entries of an Info.plist that have no effect.",
        discussion: """
            Apple's systems silently ignore unknown keys and values of the wrong type. Each \
            finding names the line and what to change. The exit code is 1 if there is an error; warnings alone give 0.
            """
    )

    @Argument(
        help: ArgumentHelp("The files: Info.plist in XML, a part of one, or JSON.", valueName: "file"),
        completion: .file()
    )
    var files: [String]
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        var read: [(path: String, findings: [TransportFinding])] = []
        for path in files {
            let octets = try FileSource.contents(of: path, limit: TransportPolicyFile.sizeLimit)
            read.append((path, TransportPolicyFile(octets).findings))
        }
        try answer(
            "jeton.ats.lint/1",
            [
                "files": JSON.array(read) { file in
                    .object([
                        "file": file.path,
                        "findings": file.findings.map { TransportPolicyArgument.json($0) },
                    ])
                }
            ],
            read.flatMap { file in
                file.findings.isEmpty
                    ? ["\(file.path): nothing is wrong"]
                    : file.findings.map { TransportPolicyArgument.line($0, in: file.path) }
            }
        )
        return read.contains { $0.findings.contains { $0.severity == .error } } ? .finding : .success
    }
}
