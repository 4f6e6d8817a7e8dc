internal import ASiC
internal import ArgumentParser
internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import JetonX509
internal import SignatureLevels
internal import SigningDesk
internal import VerificationDesk

/// `jeton sign`.
struct SignCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign files with a key on a token, all under one login.",
        discussion: """
            The format follows the content of each file unless --format is given: PDF and XML are signed inside \
            (PAdES, EN 319 142-1; XAdES, EN 319 132-1), and any other file gets a CMS message next to it (CAdES, EN \
            319 122-1).

            Each signature is read back and checked before its file appears. The name is that of the input with .p7s \
            (CMS detached), .p7m (CMS attached) or .sig (raw) appended, FILE-signed.pdf for FILE.pdf, and \
            FILE-signed.xml for FILE.xml, unless --out gives another. The input is never changed.

            The network is used only if --tsa names a timestamping authority. Levels LT and LTA also ask the servers \
            that the certificates name.

            Many files are signed in parallel under one login: named files, patterns such as 'in/*.pdf', a list \
            (--from), directories (-r), or files as they arrive (--watch). An always-authenticate key prompts once. If \
            the token is removed, the PIN refused or the disk full, the command ends; each file is then either signed \
            or unchanged, and the same command with the same --report resumes.

            --add and --counter take signed messages and replace each of them; --counter also takes signed XML \
            documents and containers.

            With --format asice all files go into one container with one signature over all of them, FILE.asice for a \
            single file; asics takes a single file only. --add adds a signature to a container.

            With --format xades, --attached wraps any content in an XML signature, and --detached writes the signature \
            to a file of its own.

            If document and key are on two machines, `jeton sign prepare` prints the hash to sign, `jeton sign --hash` \
            signs it, and `jeton sign complete` inserts the signature. With --hash and --format xades, the signature \
            is printed as XML signatures encode it, for a server that builds the document.
            """
    )

    @Argument(help: ArgumentHelp("The files, or - for standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @OptionGroup(title: "Key") var key: KeyOptions
    @OptionGroup(title: "Key") var chosenCertificate: SignerCertificateOptions
    @OptionGroup(title: "Key") var tokens: TokenOptions
    @OptionGroup(title: "Key") var pin: PINOptions
    @OptionGroup(title: "Form") var form: SignatureFormOptions
    @OptionGroup(title: "PDF") var pdf: PDFSignatureFlags
    @OptionGroup(title: "Levels") var levels: SignatureLevelOptions
    @OptionGroup(title: "Statements") var statements: SignatureStatementOptions
    @OptionGroup(title: "Timestamps") var servers: TimestampServerOptions
    @OptionGroup(title: "Timestamps") var network: NetworkOptions
    @OptionGroup(title: "Many files") var many: ManyFilesOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Sign this digest instead of files.", valueName: "hex"))
    var hash: String?

    @Option(
        help: """
            One of sha224, sha256, sha384, sha512 and, for GOST keys, streebog256, streebog512 and gost341194 \
            (default: matches the key).
            """
    )
    var hashAlgorithm: SigningHash?

    @Option(
        help: ArgumentHelp(
            """
            Output: a file, a directory, - for the standard output, or names with {directory}, {name} and {extension} \
            (with its dot) of each input.
            """,
            valueName: "path"
        ),
        completion: .file()
    )
    var out: String?

    @Flag(help: "Overwrite existing outputs.")
    var force = false

    var fileArguments: [String] { files }

    func execute() throws -> ExitCode {
        let report = try many.report.map { try BatchReport($0) }
        if let watch = many.watch { return try signArriving(in: watch, report) }
        var job = try SigningJob(self, report)
        // Errors of the files are reported before a PIN is asked for.
        try job.check()
        if job.isDone { return try job.answer() }
        let session = try open()
        return try job.run(session, try means())
    }

    /// Finds the key and logs in.
    func open() throws -> SigningSession {
        let session: SigningSession
        do {
            session = try Desk.sign(
                tokens.query(),
                key: key.name(),
                pin: pin,
                certificate: certificateChoice(),
                chain: chosenCertificate.chain.choice
            )
        } catch let error as SelectionError {
            throw withOption(error)
        }
        if let issuer = session.missingIssuer, chosenCertificate.chain == .all || !isAnchor(issuer) {
            Console.note(
                "note: the chain is incomplete: the certificate of '\(issuer)' is neither on the token nor in a file given"
            )
        }
        return session
    }

    /// Whether a verifier has the certificate of an issuer by itself, as far as anchors here tell.
    private func isAnchor(_ name: DistinguishedName) -> Bool {
        (try? TrustFiles.store(option: levels.trust).hasAnchor(named: name)) ?? false
    }

    /// The error with what --certificate can do about it, which other commands do not have.
    private func withOption(_ error: SelectionError) -> CommandError {
        var described = ErrorReport.describe(error)
        switch error.code {
        case .keyWithoutID:
            described.hints.append("name the certificate with --certificate FILE or --certificate URI")
        case .severalCertificates: described.hints.append("choose one with --certificate FILE or a URI above")
        case .noCertificate: described.hints.append("use --certificate FILE for a certificate in a file")
        default: break
        }
        return described
    }

    /// What the options ask for that needs files, a login or the network.
    func means() throws -> SigningMeans {
        var means = SigningMeans(policy: try levels.policy())
        let level = try levels.wanted(servers)
        guard level > .b || levels.contentTimestamp else { return means }
        let network = try servers.network(network, tokens: tokens, pin: pin)
        means.extender = try SignatureExtender(level, servers, network, trust: levels.trust)
        means.network = network
        return means
    }

    private func certificateChoice() throws -> CertificateChoice? {
        guard form.format != .raw, !(hash != nil && form.format?.isXML == true) else { return nil }
        return try chosenCertificate.choice()
    }
}
