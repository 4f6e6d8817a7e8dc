internal import ASN1
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Validation
internal import X509

/// `jeton renew`.
struct RenewCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew the archive timestamps of signatures.",
        discussion: """
            Looks at the files named, and at those in directories and below them with the names that `jeton sign` gives: \
            .p7s, .p7m, .pdf, .asice, .asics, -signed.xml and -signature.xml. One of level LTA whose newest archive timestamp is older \
            than --older-than days gets another one; the others are left alone. A renewal must come before the \
            certificate of the last timestamp ends.
            """
    )

    @Argument(
        help: ArgumentHelp("Messages, PDFs, XML, containers and directories.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    @Option(name: .long, help: ArgumentHelp("The age from which a timestamp is renewed, in days.", valueName: "days"))
    var olderThan: Int

    @OptionGroup var timestamping: TimestampingOptions

    @OptionGroup var trust: TrustOptions

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { timestamping.loadsModules }

    func execute() throws -> ExitCode {
        guard (0...36_500).contains(olderThan) else {
            throw CommandError.usage("--older-than is a number of days from 0 to 36500")
        }
        guard !paths.isEmpty else { throw CommandError.usage("no files or directories given") }
        var unread: [CommandError] = []
        let files: [InputFile] = paths.flatMap { path in
            guard FileSource.isDirectory(path) else { return [InputFile(path)] }
            return FileSource.files(below: path, &unread).filter { file in
                let endings = [".p7s", ".p7m", ".pdf", "-signed.xml", "-signature.xml"]
                return (endings + ContainerInput.endings).contains { file.path.hasSuffix($0) }
            }
        }
        let network = try timestamping.access()
        let extender = try CAdESExtender(.lta, timestamping.servers, network, trust: trust.files)
        var job = try ExtensionJob(extender, network, trust: trust.files)
        job.isDue = { [limit = UniversalTime.now.adding(days: -olderThan)] newest in newest <= limit }
        job.unread = unread
        job.named = Set(paths)
        return try job.run(files.map { MessageFile($0) }, to: nil, force: false, schema: "jeton.renew/1", output)
    }
}
