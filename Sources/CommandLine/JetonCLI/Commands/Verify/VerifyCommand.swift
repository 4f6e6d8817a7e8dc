internal import ArgumentParser
internal import X509

/// `jeton verify`.
struct VerifyCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a signature and say why it is or is not valid.",
        discussion: """
            Exit code 0 means that every check passed, the signer's certificate included; 1 that one did not. No \
            token is needed.

            A PDF is checked with all signatures in it: what each one covers, and what was changed after it. A container \
            (ASiC) is valid only if each file in it is covered by a signature.

            The signer's certificate and each authority above it must be meant for the purpose, by their \
            extendedKeyUsage. Keys that are too short, SHA-1, and critical extensions that jeton does not process are \
            refused; docs/verify.md has the rules.

            The outcome is one of TOTAL-PASSED, INDETERMINATE and TOTAL-FAILED (EN 319 102-1), with its reason. \
            Without --online, no network is used, and revocation is judged by the evidence in the message.

            A raw signature (--format raw) is checked with one public key, that of --public-key or --certificate. \
            That does not tell who holds the key.
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
            "A signed PDF, XML or container; a signature: .p7s or .p7m, DER or PEM; a timestamp: .tsr; or a file that has one beside it.",
            valueName: "signature"
        ),
        completion: .file()
    )
    var signature: String

    @Argument(
        help: ArgumentHelp(
            "The signed file of a detached signature (default: the signature's name without .p7s or .tsr).",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String?

    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: "The form: cms or raw.")
    var format = Format.cms

    @Option(
        name: .long,
        help: ArgumentHelp("The public key of a raw signature, PEM or DER.", valueName: "file"),
        completion: .file()
    )
    var publicKey: String?

    @Option(name: .long, help: "What the signer's certificate must be meant for.")
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

    @Flag(name: .long, help: "Ask the servers that the certificates name whether they were revoked.")
    var online = false

    @OptionGroup var network: NetworkOptions

    @Option(name: .long, help: ArgumentHelp("Compare a timestamp with this digest.", valueName: "hex"))
    var hash: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write the content of an attached signature here; - is the standard output.",
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

    @Flag(name: .long, help: "Replace the output if it exists.")
    var force = false

    // No module is used.
    var loadsModules: Bool { false }

    func execute() throws -> ExitCode {
        if format == .raw {
            return try RawVerification(
                signature: signature,
                file: file,
                keyFiles: certificate + (publicKey.map { [$0] } ?? []),
                json: output.json
            ).run()
        }
        guard publicKey == nil else { throw CommandError.usage("--public-key requires --format raw") }
        return try Verification(
            signature: signature,
            file: file,
            json: output.json,
            purpose: purpose.named,
            trust: trust.files,
            listedTrust: trustLists.isGiven ? try trustLists.store(beside: trust.files, network: network) : nil,
            certificates: certificate,
            out: out,
            extract: extract,
            force: force,
            digest: hash,
            network: online ? network : nil,
            time: at?.time
        ).run()
    }
}
