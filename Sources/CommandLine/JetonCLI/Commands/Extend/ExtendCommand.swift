internal import ArgumentParser
internal import JetonCMS
internal import JetonFiles
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels
internal import VerificationDesk

/// `jeton extend`.
struct ExtendCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Add timestamps and evidence to signatures.",
        discussion: """
            Level T adds a timestamp over each signature, LT certificates and revocation data, LTA an archive \
            timestamp over all of it. No key is needed. Each file is replaced completely or not at all; a PDF is only \
            appended to.

            `jeton renew` adds archive timestamps to all messages of a directory before the old ones expire.
            """
    )

    @Argument(
        help: ArgumentHelp("The messages (.p7s or .p7m), signed PDFs, XML and containers.", valueName: "file"),
        completion: .file()
    )
    var files: [String] = []

    @Option(name: .long, help: ArgumentHelp("The level to reach; every signature has B.", valueName: "level"))
    var level: LevelName

    @OptionGroup var timestamping: TimestampingOptions

    @OptionGroup var trust: TrustOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Output (default: replaces the input).",
            valueName: "path"
        ),
        completion: .file()
    )
    var out: String?

    @Flag(name: .long, help: "Overwrite an existing output.")
    var force = false

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { timestamping.loadsModules }
    var fileArguments: [String] { files }

    func execute() throws -> ExitCode {
        guard level != .b else { throw CommandError.usage("every signature has level B; give T, LT or LTA") }
        guard !files.isEmpty else { throw CommandError.usage("no files given") }
        guard out == nil || files.count == 1 else {
            throw CommandError.usage("--out is one file, but there are \(files.count) messages")
        }
        guard out != "-" || !output.json else {
            throw CommandError.usage("--json and a message can't both go to the standard output; use another --out")
        }
        let network = try timestamping.access()
        let extender = try SignatureExtender(level.level, timestamping.servers, network, trust: trust.files)
        return try ExtensionJob(FileExtender(extender), network).run(
            files.map { .named($0) },
            to: out,
            force: force,
            schema: "jeton.extend/1",
            output
        )
    }
}
