internal import ArgumentParser
internal import JetonFiles
internal import JetonJobs
internal import JetonNetwork
internal import JetonRelay

/// `jeton relay run`.
struct RelayRunCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Transfer one body from a server to another.",
        discussion: """
            Fetches a body from the URL of --from, sends it to the URL of --to with your certificate or password, and \
            passes the response to the URL of --reply or to --out. Bodies of any size are streamed, and nothing is \
            stored. The other servers get nothing of what is shown to the target.

            Exit codes: 0 the target answered with a status below 400, 1 with another, 5 the target did not answer, 7 \
            one of the other servers failed.
            """
    )

    @Option(help: ArgumentHelp("The https URL of the body.", valueName: "url"))
    var from: String

    @OptionGroup var target: RelayTargetOptions

    @Option(help: ArgumentHelp("The https URL that gets the response, by POST.", valueName: "url"))
    var reply: String?

    @Option(
        help: ArgumentHelp("The file for the response's body (default: the standard output).", valueName: "file"),
        completion: .file()
    )
    var out: String?

    @Option(help: ArgumentHelp("The method at the target: POST or PUT.", valueName: "POST|PUT"))
    var method = JobRelay.Method.post

    @Option(
        help: ArgumentHelp(
            "A field of the request to the target, such as 'SOAPAction: \"urn:send\"'; may be repeated.",
            valueName: "name: value"
        )
    )
    var field: [String] = []

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { target.key != nil }

    func validate() throws {
        try OptionRule.check(.excludes(["--reply": reply != nil, "--out": out != nil]))
    }

    func execute() throws -> ExitCode {
        guard !output.json || reply != nil || out != nil else {
            throw CommandError.usage("--json requires --reply or --out: the body would go to standard output, too")
        }
        let source = try url(from, "--from")
        let fields = try fields()
        let answer = try reply.map { try url($0, "--reply") }
        let way = try target.target(target.settings())
        // Without the user's certificate.
        let client = try NetworkAccess(target.network).client
        if let answer { return try run(source, client, way, fields, .server(answer)) }
        guard let out, out != "-" else {
            return try RelayedFile(name: "the standard output", output: RelayOutput(1)).run {
                try run(source, client, way, fields, $0)
            }
        }
        let file = try FileOutput(path: out, force: false, existsHint: "name another file with --out")
        let code = try RelayedFile(name: out, output: RelayOutput(try file.duplicate())).run {
            try run(source, client, way, fields, $0)
        }
        try file.publish()
        return code
    }

    private func run(
        _ source: HTTPURL,
        _ client: HTTPClient,
        _ way: RelayTarget,
        _ fields: [RelayField],
        _ destination: RelayTransfer.Destination
    ) throws -> ExitCode {
        var transfer = RelayTransfer(from: source, client, to: way, answer: destination)
        transfer.method = method.rawValue
        transfer.targetFields = fields
        let result: RelayTransfer.Result
        do { result = try transfer.run() } catch let refusal as RelayRefusal {
            guard refusal.targetStatus == nil else { throw CommandError(refusal.reason, exitCode: .finding) }
            throw CommandError("the target did not answer: \(refusal.reason)", exitCode: .refused)
        }
        let sentence = "\(result.status), \(result.up) bytes up, \(result.down) bytes down"
        try answer(
            "jeton.relay.run/1",
            [
                "status": result.status, "up": Int(clamping: result.up),
                "down": Int(clamping: result.down), "replied": reply != nil, "out": out,
            ]
        ) {
            Console.note("the target answered \(sentence)")
        }
        return result.status < 400 ? .success : .finding
    }

    private func fields() throws(CommandError) -> [RelayField] {
        guard field.count <= RelayField.countLimit else {
            throw .usage("--field can be given \(RelayField.countLimit) times at most")
        }
        return try field.map { text throws(CommandError) in
            do throws(NetworkError) { return try RelayField(text) } catch {
                throw .usage("'\(text)' can't be used for --field: \(error.context)")
            }
        }
    }

    private func url(_ text: String, _ option: String) throws(CommandError) -> HTTPURL {
        do throws(NetworkError) {
            let url = try HTTPURL(text)
            guard url.isSecure else { throw NetworkError(.invalidURL, "the scheme is not https") }
            return url
        } catch {
            throw .usage("'\(text)' can't be used for \(option): \(error.context)")
        }
    }
}
