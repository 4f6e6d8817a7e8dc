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
            The content of a file decides the format, unless --format does: a PDF gets a signature inside (PAdES, \
            EN 319 142-1), XML one too (XAdES, EN 319 132-1), every other file a CMS message beside it (CAdES, EN 319 122-1).

            Each signature is read back and checked before it gets its name, unless --out names another: that of the \
            input with .p7s (CMS detached), .p7m (CMS attached) or .sig (raw) appended, FILE-signed.pdf for \
            FILE.pdf, or FILE-signed.xml for FILE.xml. The input is never changed.

            No network is used unless --tsa names a timestamping authority; \
            levels LT and LTA ask the servers that the certificates name too.

            Many files are signed side by side under one login: named, by patterns such as 'in/*.pdf', from a list \
            (--from), in directories (-r), or as they come (--watch). An always-authenticate key asks once. A token \
            that is gone, a refused PIN or a full disk ends the command; each file is then either signed or as it \
            was, and the same command with the same --report goes on.

            --add and --counter take messages instead of files, and replace each whole; --counter takes signed XML \
            documents and containers too.

            With --format asice all files go into one container, FILE.asice for a single one, with a signature over all \
            of them; asics is for a single file. --add adds a signature to a container.

            With --format xades, --attached puts an XML signature around any content, and --detached beside it.

            Where document and key are on two machines, `jeton sign prepare` prints the hash to be signed, \
            `jeton sign --hash` signs it, and `jeton sign complete` puts the signature in. With --format xades the \
            signature of a digest is printed as an XML signature holds it, for a server that makes the document.
            """
    )

    /// The text form of a raw signature.
    enum TextForm: String, ExpressibleByArgument, CaseIterable {
        case base64
        case hex

        /// The text of a signature.
        func text(_ octets: [UInt8]) -> String { self == .hex ? Hex.encode(octets) : Base64.encode(octets) }
    }

    /// Which certificates of issuers go with the signer's.
    enum Chain: String, ExpressibleByArgument, CaseIterable {
        case none
        case issuers
        case all

        var choice: ChainChoice {
            switch self {
            case .none: .none
            case .issuers: .issuers
            case .all: .all
            }
        }
    }

    @Argument(help: ArgumentHelp("The files; - is the standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: """
            Form of the signature: one of cms, cades (the same), pades, xades, xmldsig (without the properties of \
            XAdES), asice and asics (a container with XAdES), asice-cades and asics-cades (one with CAdES), raw \
            (default: by the file's content).
            """
    )
    var format: DocumentFormat?

    @Flag(help: "Put the content into the CMS message.")
    var attached = false

    @Flag(help: "Leave room in an XML document for parallel signatures, which leave each other out.")
    var parallel = false

    @Flag(help: "Leave the content out of the CMS message (the default).")
    var detached = false

    @Option(
        help: ArgumentHelp(
            "The signer's certificate: a file, or a PKCS #11 URI.",
            discussion: "Default: the newest valid certificate on the token with the key's id.",
            valueName: "file|uri"
        ),
        completion: .file()
    )
    var certificate: String?

    @Option(
        help: """
            Further certificates in the CMS message: none, issuers (those on the token or in the file of --certificate, \
            without the root) or all (with the root).
            """
    )
    var chain = Chain.issuers

    @OptionGroup var pdf: PDFSignatureFlags
    @OptionGroup var levels: SignatureLevelOptions
    @OptionGroup var statements: SignatureStatementOptions
    @OptionGroup var servers: TimestampServerOptions
    @OptionGroup var network: NetworkOptions

    @Flag(help: "Add another signature to signed messages (.p7s or .p7m) or containers.")
    var add = false

    @Flag(help: "Countersign the signatures of messages (.p7s or .p7m), XML documents or containers.")
    var counter = false

    @Flag(name: [.customShort("r"), .long], help: "Sign the files in directories and below them, except signatures.")
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "A list of files, one a line or with NUL between them; - is the standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Sign the files in a directory, and new ones as they appear, until the command is stopped.",
            valueName: "directory"
        ),
        completion: .directory
    )
    var watch: String?

    @Option(
        help: ArgumentHelp(
            "Write lines of JSON about each file, and leave out what they say is signed: the same command again goes on.",
            valueName: "file"
        ),
        completion: .file()
    )
    var report: String?

    @Option(help: ArgumentHelp("Sign this digest instead of files.", valueName: "hex"))
    var hash: String?

    @Option(
        help: """
            One of sha224, sha256, sha384, sha512 and, for GOST keys, streebog256, streebog512 and gost341194 \
            (default: matches the key).
            """
    )
    var hashAlgorithm: SigningHash?

    @Option(help: "Write a raw signature as text: one of base64 and hex (default: its bytes; ECDSA in DER).")
    var encode: TextForm?

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

    @Flag(help: "Replace outputs that exist.")
    var force = false

    var fileArguments: [String] { files }

    func execute() throws -> ExitCode {
        let report = try report.map { try BatchReport($0) }
        if let watch { return try signArriving(in: watch, report) }
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
                chain: chain.choice
            )
        } catch let error as SelectionError {
            throw withOption(error)
        }
        if let issuer = session.missingIssuer, chain == .all || !isAnchor(issuer) {
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
        case .noCertificate: described.hints.append("--certificate FILE takes it from a file")
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

    /// Where the content goes.
    var placement: SignRequest.Placement? { attached ? .attached : detached ? .detached : nil }

    /// What is added to files that have signatures.
    var further: FurtherSignature? { counter ? .counter : add ? .parallel : nil }

    private func certificateChoice() throws -> CertificateChoice? {
        guard format != .raw, !(hash != nil && format?.isXML == true) else { return nil }
        guard let certificate else { return .ofKey }
        let isURI = certificate.hasPrefix("pkcs11:")
        return isURI ? .named(try ObjectName(certificate)) : .given(try CertificateFile.certificates(at: certificate))
    }
}
