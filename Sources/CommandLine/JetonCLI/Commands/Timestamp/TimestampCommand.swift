internal import ArgumentParser
internal import JetonASN1
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
internal import JetonValidation
internal import JetonX509
internal import VerificationDesk

/// `jeton timestamp`.
struct TimestampCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "timestamp",
        abstract: "Timestamp a file, to prove that it existed at that time.",
        discussion: """
            A timestamping authority (RFC 3161) signs the file's hash with the time; it never sees the file. --tsa \
            asks one over the network. Without a network, exchange files with the authority: first --request-out, then \
            --request and --response.

            The response is checked against the request and the file before it is written. An authority that --trust \
            or the settings do not trust is refused, and the next --tsa is asked; without either, it is a warning. \
            `jeton verify FILE.tsr` checks the timestamp again later. A CMS signature gets a timestamp by `jeton sign \
            --level T` or `jeton extend`.
            """
    )

    @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file"), completion: .file())
    var file: String?

    @OptionGroup var timestamping: TimestampingOptions

    @Option(name: .long, help: ArgumentHelp("Timestamp this digest instead of a file.", valueName: "hex"))
    var hash: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The hash of a new request: one of sha256, sha384, sha512.", valueName: "name")
    )
    var hashAlgorithm = TimestampHash.sha256

    @Option(
        name: .long,
        help: ArgumentHelp("Write a request to this file, or to - for standard output.", valueName: "path"),
        completion: .file()
    )
    var requestOut: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The request that the response answers.", valueName: "path"),
        completion: .file()
    )
    var request: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The authority's response.", valueName: "path"),
        completion: .file()
    )
    var response: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Output (default: the file's name with .tsr).", valueName: "path"),
        completion: .file()
    )
    var out: String?

    @OptionGroup var trust: TrustOptions

    @Flag(name: .long, help: "Overwrite an existing output.")
    var force = false

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { timestamping.loadsModules }

    func execute() throws -> ExitCode {
        guard (file == nil) != (hash == nil) else {
            throw CommandError.usage("give either a file or --hash")
        }
        let inputs = InputFiles([file, request, response].compactMap { $0 })
        if let out { try inputs.refuse(out) }
        if let requestOut { try inputs.refuse(requestOut, "--request-out names the input") }
        switch (requestOut, request, response, timestamping.servers.isGiven) {
        case (let path?, nil, nil, false): try writeRequest(to: path)
        case (nil, let request?, let response?, false): try takeIn(response, for: request)
        case (nil, nil, nil, true): try ask()
        default:
            let command: ShellCommand = "jeton timestamp \(file ?? "FILE") --request-out \((file ?? "FILE") + ".tsq")"
            throw CommandError.usage(
                "give one of --tsa, --request-out, or --request with --response",
                hints: ["`\(command.text)` writes a request"]
            )
        }
        return .success
    }

    // MARK: - Ways

    private func writeRequest(to path: String) throws {
        let imprint = try imprint(hashAlgorithm.algorithm)
        let nonce = try TimestampRequest.randomNonce()
        let request = TimestampRequest(imprint, policy: try timestamping.servers.policy(), nonce: nonce)
        try FileOutput.write(request.derRepresentation, to: path, force: force)
        guard path != "-" else { return }
        let next: ShellCommand = "jeton timestamp \(file ?? "") --request \(path) --response RESPONSE"
        try answer(
            "jeton.timestamp/1",
            members(imprint, request: path, output: nil) + ["nonce": Hex.encode(nonce)],
            ["\(path): a request for \(name)"] + (file == nil ? [] : ["next: `\(next.text)`"])
        )
    }

    private func takeIn(_ responsePath: String, for requestPath: String) throws {
        let target = try target()
        let octets = try FileSource.contents(of: responsePath, limit: TimestampResponse.sizeLimit)
        let request: TimestampRequest
        let report: TimestampReport
        do {
            request = try TimestampRequest(derRepresentation: FileSource.contents(of: requestPath, limit: 65_536))
            report = try TimestampVerifier(trust: TrustFiles.store(option: trust.files)).verify(
                token: TimestampResponse(derRepresentation: octets).token,
                imprint: imprint(request.imprint.hash),
                request: request
            )
        } catch let error as DocumentError {
            throw CommandError(
                "\(responsePath) can't be used: \(error.context)",
                exitCode: error.code == .refused ? .refused : .finding
            )
        }
        guard report.isIntact else {
            let why = report.failures.first ?? "it is not intact"
            throw CommandError("\(responsePath) does not answer \(requestPath): \(why)", exitCode: .finding)
        }
        if try !report.isValid && TrustFiles.isChosen(option: trust.files) {
            let why = report.failures.first ?? "its authority is not trusted"
            let message = "\(responsePath) is not accepted: \(why)"
            throw CommandError(message, hints: TimestampServerOptions.trustHints, exitCode: .finding)
        }
        try keep(octets, report, at: target, request: requestPath, server: nil)
    }

    private func ask() throws {
        let target = try target()
        let network = try timestamping.access()
        let imprint = try imprint(hashAlgorithm.algorithm)
        let policy = try timestamping.servers.policy()
        let client = try timestamping.servers.client(network, trust: trust.files)
        let outcome: TimestampClient.Outcome
        do {
            outcome = try client.timestamp(imprint, policy: policy)
        } catch {
            var failure = CommandError(
                "no timestamp was given: \(error.context)",
                hints: error.code == .unreachable
                    ? ErrorReport.wayHints : error.code == .notTrusted ? TimestampServerOptions.trustHints : [],
                exitCode: error.code == .unreachable
                    ? .inputOutput : error.code == .notTrusted ? .finding : .refused
            )
            failure.members = ["contacts": network.json]
            throw failure
        }
        for failure in outcome.failures { Console.note("warning: \(failure)") }
        try keep(
            outcome.response.derRepresentation,
            outcome.report,
            at: target,
            request: nil,
            server: outcome,
            contacts: network.json
        )
    }

    /// Writes a response that answers its request, and reports it.
    private func keep(
        _ octets: [UInt8],
        _ report: TimestampReport,
        at target: String,
        request: String?,
        server: TimestampClient.Outcome?,
        contacts: JSON = .array([])
    ) throws {
        try FileOutput.write(octets, to: target, force: force)
        TimestampServerOptions.warn(of: report, hints: TimestampServerOptions.trustHints)
        if target == "-" { return }
        let text = TimestampText(path: target, subject: name, report: report)
        guard let imprint = report.info.imprint else { return }
        try answer(
            "jeton.timestamp/1",
            members(imprint, request: request, output: target)
                + [
                    "trusted": report.isValid, "timestamp": text.timestamp, "server": server?.url,
                    "failures": (server?.failures ?? []), "contacts": contacts,
                ],
            text.lines(Console.style)
        )
    }

    // MARK: - Parts

    private var name: String { file ?? "the digest" }

    private func target() throws(CommandError) -> String {
        if let out {
            guard out != "-" || !output.json else {
                throw .usage("--json and a timestamp can't both go to the standard output; use another --out")
            }
            return out
        }
        guard let file, file != "-" else { throw .usage("the output has no name", hints: ["--out names it"]) }
        return file + ".tsr"
    }

    private func imprint(_ algorithm: HashAlgorithm) throws -> MessageImprint {
        if let file {
            var source = try FileSource(path: file)
            return try MessageImprint(hash: algorithm, digest: algorithm.hash(&source).digest)
        }
        guard let digest = Hex.decode(hash ?? ""), digest.count == algorithm.digestSize else {
            throw CommandError.usage(
                "--hash is not a \(algorithm) digest: expected \(algorithm.digestSize) bytes in hexadecimal"
            )
        }
        return try MessageImprint(hash: algorithm, digest: digest)
    }

    private func members(_ imprint: MessageImprint, request: String?, output: String?) -> JSON.Members {
        [
            "file": file, "hash": imprint.hash.description, "digest": Hex.encode(imprint.digest), "request": request,
            "output": output,
        ]
    }
}
