internal import ArgumentParser
internal import JetonCMS
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
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

            To ask the authority elsewhere, --request-out writes the request, and --timestamp inserts its response into \
            the signature. PDFs get timestamps only from an authority.

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

    @OptionGroup var given: GivenTimestampOptions

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
        if given.isUsed { return try extendByFile() }
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

    // MARK: - Timestamps of elsewhere

    /// Takes the timestamps from files, or writes what to ask for.
    private func extendByFile() throws -> ExitCode {
        guard !timestamping.servers.isGiven, timestamping.servers.tsaUser == nil, timestamping.servers.tsaKey == nil
        else { throw CommandError.usage("--timestamp and --request-out ask no authority: leave out --tsa") }
        let timestamps = try given.read()
        if let path = given.requestOut { return try writeRequest(to: path, timestamps) }
        let network = try NetworkAccess(timestamping.network)
        return try ExtensionJob(FileExtender(extender(timestamps, level.level, network)), network).run(
            files.map { .named($0) },
            to: out,
            force: force,
            schema: "jeton.extend/1",
            output
        )
    }

    private func extender(
        _ timestamps: GivenTimestamps,
        _ level: SignatureLevel,
        _ network: NetworkAccess
    ) throws -> SignatureExtender {
        let trusted = try TrustFiles.store(option: trust.files)
        let isChosen = try TrustFiles.isChosen(option: trust.files)
        return SignatureExtender(
            level: level,
            timestamps: TimestampClient(
                given: timestamps,
                verifier: TimestampVerifier(trust: trusted),
                demandsTrust: isChosen
            ),
            collector: network.collector,
            policy: VerificationPolicy(trust: trusted, purpose: .any),
            timestampPolicy: try timestamping.servers.policy(),
            demandsTrust: isChosen
        )
    }

    private func writeRequest(to path: String, _ timestamps: GivenTimestamps) throws -> ExitCode {
        guard out == nil, files.count == 1 else {
            throw CommandError.usage("--request-out takes one file, and writes nothing else")
        }
        try InputFiles(files).refuse(path, "--request-out names the input")
        let extender = FileExtender(try extender(timestamps, level.level, NetworkAccess(timestamping.network)))
        let directory = Process.temporaryDirectory
        guard let imprint = try extender.missingImprint(in: .named(files[0]), timestamps, setAsideIn: directory) else {
            throw CommandError("\(files[0]) has all timestamps of level \(level.rawValue)", exitCode: .finding)
        }
        let nonce = try TimestampRequest.randomNonce()
        let request = TimestampRequest(imprint, policy: try timestamping.servers.policy(), nonce: nonce)
        try FileOutput.write(request.derRepresentation, to: path, force: force)
        guard path != "-" else { return .success }
        let next: ShellCommand = "jeton extend \(files[0]) --level \(level.rawValue) --timestamp RESPONSE"
        return try answer(
            "jeton.timestamp/1",
            [
                "file": files[0], "hash": imprint.hash.description, "digest": Hex.encode(imprint.digest),
                "request": path, "output": JSON.null, "nonce": Hex.encode(nonce),
            ],
            ["\(path): a request for the timestamp of \(files[0])", "next: `\(next.text)`"]
        )
    }
}
