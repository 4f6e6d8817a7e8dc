internal import ArgumentParser
internal import JetonEnrollment
internal import JetonFiles
internal import JetonJSON
internal import JetonNetwork
internal import JetonOctets

/// Which authority is asked, by which protocol; without an option, the request is a file.
struct EnrollmentServiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Send it by CMP (RFC 9810) to this URL.", valueName: "url"))
    var cmp: String?

    @Option(help: ArgumentHelp("Send it by EST (RFC 7030) to this https server.", valueName: "url"))
    var est: String?

    @Option(help: ArgumentHelp("Post it to this web service.", valueName: "url"))
    var mailbox: String?

    @Option(
        help: ArgumentHelp("The form of the web service's bodies: json, soap or a file.", valueName: "json|soap|file"),
        completion: .file()
    )
    var mailboxForm = "json"

    @Flag(help: "Also allow plain HTTP. Others on the network can then read requests and forge answers.")
    var allowHTTP = false

    @Option(
        help: ArgumentHelp(
            "Submit the request through this program, as certmonger does: a path and its arguments, separated by spaces.",
            valueName: "command"
        )
    )
    var helper: String?

    @Option(help: ArgumentHelp("The user's name at the authority; CMP's reference value.", valueName: "name"))
    var user: String?

    func validate() throws {
        let servers: KeyValuePairs = ["--cmp": cmp != nil, "--est": est != nil, "--mailbox": mailbox != nil]
        try OptionRule.check(
            .excludes([
                "--cmp": cmp != nil, "--est": est != nil, "--mailbox": mailbox != nil, "--helper": helper != nil,
            ]),
            .requires(["--user": user != nil], servers)
        )
    }

    /// The service, read.
    ///
    /// - Throws: ``CommandError`` where the options contradict each other.
    func service() throws -> EnrollmentService {
        var given: [(kind: EnrollmentService.Kind, url: String)] = []
        if let cmp { given.append((.cmp, cmp)) }
        if let est { given.append((.est, est)) }
        if let mailbox { given.append((.mailbox, mailbox)) }
        if let helper { given.append((.helper, helper)) }
        guard let (kind, url) = given.first else { return EnrollmentService(.file) }
        if kind == .helper { return try helperService(url) }
        var service = EnrollmentService(kind, url: url, user: user)
        if kind == .mailbox { service.template = try template() }
        // A URL that can't be used is said before a PIN is asked for.
        try service.check()
        if kind == .mailbox { try checkScheme(url) }
        return service
    }

    /// What a web service answers is protected by TLS alone; CMP protects its own messages.
    private func checkScheme(_ text: String) throws {
        let url = try HTTPURL(text)
        guard url.isSecure || url.isLoopback || allowHTTP else {
            throw CommandError.usage(
                "jeton does not use plain http for the web service at \(url.host)",
                hints: ["use its https URL", "--allow-http allows it"]
            )
        }
    }

    private func helperService(_ line: String) throws(CommandError) -> EnrollmentService {
        let words = QuotedWords.read(Array(line.utf8))
        guard let path = words.first, path.hasPrefix("/"), words.count <= 64 else {
            throw .usage(
                "--helper requires an absolute path",
                hints: ["certmonger's are in /usr/lib/certmonger"]
            )
        }
        guard FileSource.exists(path), !FileSource.isDirectory(path) else {
            throw .notFound("no program '\(path)'")
        }
        var service = EnrollmentService(.helper, url: path)
        service.arguments = Array(words.dropFirst())
        return service
    }

    private func template() throws -> MailboxTemplate {
        switch mailboxForm {
        case "json": return .json
        case "soap": return .soap
        default: break
        }
        let octets = try FileSource.contents(of: mailboxForm, limit: 1 << 18)
        do throws(EncodingError) {
            return try MailboxTemplate(JSONReader.read(octets, as: .interchange))
        } catch {
            throw CommandError(
                "\(mailboxForm) is not a valid form of a mailbox: \(error)",
                hints: [
                    "it is a JSON object of the strings contentType, submit, collect, item and separator",
                    "submit has {{request}} in it, collect {{identifiers}}, and item {{identifier}}",
                ],
                exitCode: .inputOutput
            )
        }
    }
}

/// How the user is known to the authority.
struct EnrollmentAccessOptions: ParsableArguments {
    @OptionGroup var password: ServerPasswordOptions

    @Option(
        help: ArgumentHelp(
            "The key on a token by which the authority knows the user; its certificate is there too.",
            valueName: "label|id|slot|uri"
        )
    )
    var clientKey: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var management: ManagementKeyOptions
}
