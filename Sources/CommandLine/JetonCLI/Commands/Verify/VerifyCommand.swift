internal import ArgumentParser
internal import JetonFiles
internal import JetonX509
internal import VerificationDesk

/// `jeton verify`.
struct VerifyCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a signature and say why it is or is not valid.",
        discussion: """
            Exit code 0 means that every check passed, including that of the signer's certificate; 1 that one failed. \
            No token is needed.

            All signatures of a PDF are checked: what each one covers, and what was changed after it. A container \
            (ASiC) is valid only if each file in it is covered by a signature.

            The extendedKeyUsage of the signer's certificate and of each authority above it must allow the purpose. \
            Keys that are too short, SHA-1, and critical extensions that jeton does not process are refused; \
            docs/verify.md has the rules.

            The outcome is one of TOTAL-PASSED, INDETERMINATE and TOTAL-FAILED (EN 319 102-1), with its reason. \
            Without --online, no network is used, and only the revocation data in the message counts.

            Many files can be verified in one run: named files, patterns such as 'in/*.p7s', a list (--from) or \
            directories (-r). A table at the end lists the verdict for each file. The exit code is 1 if any file is \
            not valid, otherwise the highest exit code of any file. --json prints one document per line.

            In signed mail (S/MIME) From must be an address of the signer's certificate.

            A raw signature (--format raw) is checked with the public key of --public-key or --certificate, which does \
            not say who holds the key.
            """
    )

    /// The form of a signature.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case cms
        case raw
    }

    /// The purpose by its name on the command line.
    struct Purpose: ExpressibleByArgument {
        let named: CertificatePurpose

        init(named: CertificatePurpose) { self.named = named }

        init?(argument: String) {
            guard let named = CertificatePurpose(rawValue: argument) else { return nil }
            self.named = named
        }

        static var allValueStrings: [String] { CertificatePurpose.allCases.map(\.rawValue) }
        var defaultValueDescription: String { named.rawValue }
    }

    @Argument(
        help: ArgumentHelp(
            """
            Signed PDF, XML, containers and mail; signatures: .p7s or .p7m, DER or PEM; timestamps: .tsr; or files \
            with a signature next to them. After a detached signature or timestamp, its file (default: the name \
            without .p7s or .tsr).
            """,
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String] = []

    @Flag(
        name: [.customShort("r"), .long],
        help: "Verify the signed files, by their names, in directories and their subdirectories; every PDF counts."
    )
    var recursive = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read file names from this list, one per line or separated by NUL, or from - for standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var from: String?

    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: "The form: cms or raw.")
    var format = Format.cms

    @Option(
        name: .long,
        help: ArgumentHelp("The public key of a raw signature, PEM or DER.", valueName: "file"),
        completion: .file()
    )
    var publicKey: String?

    @Option(name: .long, help: "The purpose that the signer's certificate must allow.")
    var purpose = Purpose(named: .document)

    @OptionGroup var trust: TrustOptions
    @OptionGroup var trustLists: TrustListOptions

    @Option(
        name: .long,
        help: ArgumentHelp("A file of further certificates for the path; may be repeated.", valueName: "file"),
        completion: .file()
    )
    var certificate: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge the signature as of this time, such as 2026-11-22T12:00:00Z (default: now).",
            valueName: "time"
        )
    )
    var at: TimeArgument?

    @OptionGroup var revocation: RevocationOptions
    @OptionGroup var network: NetworkOptions

    @Option(name: .long, help: ArgumentHelp("Compare a timestamp with this digest.", valueName: "hex"))
    var hash: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write the content of an attached signature to this file, or to - for standard output.",
            valueName: "path"
        )
    )
    var out: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write what the signatures of a valid XML document or container cover into this directory.",
            valueName: "directory"
        ),
        completion: .directory
    )
    var extract: String?

    @Flag(name: .long, help: "Overwrite an existing output.")
    var force = false

    var fileArguments: [String] { files }

    // No module is used.
    var loadsModules: Bool { false }

    // Servers are asked through libssl.
    var readsOpenSSLConfiguration: Bool { revocation.online || trustLists.lists.contains(where: TrustListFiles.isURL) }

    func execute() throws -> ExitCode {
        if format == .raw { return try verifyRaw(certificate + (publicKey.map { [$0] } ?? [])) }
        guard publicKey == nil else { throw CommandError.usage("--public-key requires --format raw") }
        let verification = try verification()
        if from == nil, !recursive, let signature = files.first {
            if files.count == 2, try takesBoth() { return try verification.run(signature, files[1]) }
            let isOne = files.count == 1 && !FileSource.isDirectory(signature)
            if isOne, try FileList.matching(signature) == [signature] { return try verification.run(signature, nil) }
        }
        guard out == nil, extract == nil, hash == nil else {
            throw CommandError.usage("--out, --extract and --hash require a single signature")
        }
        var unread: [CommandError] = []
        let inputs = try inputs(&unread)
        var batch = VerificationBatch(verification)
        return try batch.run(inputs, unread: unread)
    }

    private func verification() throws -> Verification {
        Verification(
            json: output.json,
            purpose: purpose.named,
            trust: trust.files,
            listedTrust: trustLists.isGiven
                ? try trustLists.store(beside: trust.files, network: network, at: at?.time) : nil,
            certificates: certificate,
            out: out,
            extract: extract,
            force: force,
            digest: hash,
            network: revocation.online ? network : nil,
            refreshesEvidence: revocation.refresh,
            time: at?.time
        )
    }

    /// Whether two arguments are a signature and its file.
    private func takesBoth() throws -> Bool {
        guard !FileSource.isDirectory(files[0]), FileSource.exists(files[0]) else { return true }
        return try SignedFile.needsContent(.named(files[0]))
    }

    /// The files that are named, listed, matched and found in directories, each once.
    private func inputs(_ unread: inout [CommandError]) throws -> [InputFile] {
        let named = try files.flatMap { try FileList.matching($0) } + (from.map { try FileList.read($0) } ?? [])
        guard !named.isEmpty else { throw CommandError.usage("no files given") }
        var found: [InputFile] = []
        for path in named {
            guard FileSource.isDirectory(path) else {
                found.append(.named(path))
                continue
            }
            guard recursive else {
                unread.append(.usage("\(path) is a directory", hints: ["use -r to verify the signed files in it"]))
                continue
            }
            let all = FileSource.files(below: path, &unread)
            // A PDF with a signature beside it stands for that.
            let names = Set(all.map(\.path))
            found += all.filter { file in
                SignatureName.isVerifiable(file.path) && !names.contains(file.path + ".p7s")
                    && !names.contains(file.path + ".tsr")
            }
        }
        guard !found.isEmpty || !unread.isEmpty else {
            throw CommandError.notFound("no signed files in the directories")
        }
        var known: Set<String> = []
        return found.filter { known.insert($0.path).inserted }
    }

    /// Checks a raw signature with a public key, or with that of a certificate.
    private func verifyRaw(_ keyFiles: [String]) throws -> ExitCode {
        guard let keyFile = keyFiles.first, keyFiles.count == 1 else {
            throw CommandError.usage("a raw signature requires --public-key or --certificate")
        }
        guard from == nil, !recursive, (1...2).contains(files.count) else {
            throw CommandError.usage("--format raw requires a signature and its file")
        }
        let signature = files[0]
        guard
            let content = files.dropFirst().first ?? (signature.hasSuffix(".sig") ? String(signature.dropLast(4)) : nil)
        else {
            throw CommandError.usage("\(signature) does not end in .sig, so give the signed file as well")
        }
        let key = try RawVerifier.publicKey(at: keyFile)
        let report = try RawVerifier.verify(.named(signature), of: .named(content), by: key)
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.verify.raw/1")), ("signature", .string(signature)),
                    ("file", .string(content)), ("valid", .bool(report.isValid)),
                    ("algorithm", .text(report.algorithm?.description)), ("publicKey", .string(key.description)),
                    ("problem", .text(report.problem)),
                ])
            )
        } else {
            let style = Console.style
            let problem = report.problem ?? "no algorithm of the key matches this signature of \(content)"
            try Console.print([
                "\(signature): " + (report.isValid ? style.green("valid") : style.red("not valid")),
                "  public key: \(key)",
                report.algorithm.map { "  algorithm:  \($0)" } ?? "  failed: \(problem)",
            ])
        }
        return report.isValid ? .success : .finding
    }
}
