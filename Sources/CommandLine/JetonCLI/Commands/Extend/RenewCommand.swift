internal import ArgumentParser
internal import JetonASN1
internal import JetonCMS
internal import JetonFiles
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels
internal import VerificationDesk

/// `jeton renew`.
struct RenewCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew the archive timestamps of signatures.",
        discussion: """
            Examines the given files, and in directories and their subdirectories those named as by `jeton sign`: \
            .p7s, .p7m, .pdf, .asice, .asics, -signed.xml and -signature.xml. A signature of level LTA whose newest \
            archive timestamp is older than --older-than days gets another; others are left alone. Renew before the \
            certificate of the last timestamp expires. Nothing is written if its authority was revoked, or if no \
            server confirms that it was not.
            """
    )

    @Argument(
        help: ArgumentHelp("Messages, PDFs, XML, containers and directories.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    @Option(name: .long, help: ArgumentHelp("Renew timestamps older than this many days.", valueName: "days"))
    var olderThan: Int

    @OptionGroup var timestamping: TimestampingOptions

    @OptionGroup var trust: TrustOptions

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { timestamping.loadsModules }
    var fileArguments: [String] { paths }

    func execute() throws -> ExitCode {
        guard (0...36_500).contains(olderThan) else {
            throw CommandError.usage("--older-than must be between 0 and 36500 days")
        }
        guard !paths.isEmpty else { throw CommandError.usage("no files or directories given") }
        var unread: [CommandError] = []
        let files: [InputFile] = paths.flatMap { path in
            guard FileSource.isDirectory(path) else { return [InputFile.named(path)] }
            return FileSource.files(below: path, &unread).filter { SignatureName.isRenewable($0.path) }
        }
        // What is kept may be of a time before the authority was revoked.
        let network = try timestamping.access(refreshesEvidence: true)
        let extender = try SignatureExtender(.lta, timestamping.servers, network, trust: trust.files)
        let limit = UniversalTime.now.adding(days: -olderThan)
        var job = ExtensionJob(FileExtender(extender, isDue: { $0 <= limit }), network)
        job.unread = unread
        job.named = Set(paths)
        return try job.run(files, to: nil, force: false, schema: "jeton.renew/1", output)
    }
}
