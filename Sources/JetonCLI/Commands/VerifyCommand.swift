internal import ArgumentParser
internal import Signing

/// `jeton verify`.
struct VerifyCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a CMS signature and say why it is or is not valid.",
        discussion: """
            Exit code 0 means that every check passed, the signer's certificate included; 1 that one did not. No \
            token is needed.
            """
    )

    /// The form of a signature.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case cms
    }

    @Argument(
        help: ArgumentHelp("The signature: .p7s or .p7m, DER or PEM.", valueName: "signature"),
        completion: .file()
    )
    var signature: String

    @Argument(
        help: ArgumentHelp(
            "The signed file of a detached signature; the signature's name without .p7s otherwise.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String?

    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: "The form: cms.")
    var format = Format.cms

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file of certificates that are trusted; may be repeated.",
            discussion: "The system's otherwise.",
            valueName: "file"
        ),
        completion: .file()
    )
    var trust: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Further certificates for the path; may be repeated.", valueName: "file"),
        completion: .file()
    )
    var certificate: [String] = []

    @Option(name: .long, help: ArgumentHelp("Write the content of an attached signature here.", valueName: "path"))
    var out: String?

    @Flag(name: .long, help: "Replace the output if it exists.")
    var force = false

    // No module is used.
    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let anchors = try trust.isEmpty ? systemAnchors() : trust.flatMap { try CertificateSource.read(path: $0) }
        let verifier = CMSVerifier(
            trustAnchors: anchors,
            certificates: try certificate.flatMap { try CertificateSource.read(path: $0) }
        )
        let report: CMSReport
        do {
            report = try check(verifier)
        } catch let error as SigningError {
            throw CommandError("\(signature) can't be checked: \(error)", exitCode: .finding)
        }
        if output.json {
            try Console.print(VerifyReport(path: signature, report: report).json)
        } else {
            try Console.print(VerifyReport(path: signature, report: report).lines(Console.style))
        }
        return report.isValid ? .success : .finding
    }

    private func check(_ verifier: CMSVerifier) throws -> CMSReport {
        if let content = try contentPath() {
            var source = try FileSource(path: content)
            return try verifier.verifyDetached(FileSource(path: signature), content: &source)
        }
        do {
            guard let out else { return try verifier.verifyAttached(FileSource(path: signature)) }
            var sink = try FileOutput(path: out, force: force)
            let report = try verifier.verifyAttached(FileSource(path: signature), content: &sink)
            // Content that nobody vouches for is not handed out.
            if report.isValid { try sink.publish() }
            return report
        } catch let error as SigningError where error.code == .contentPlacement {
            throw CommandError.usage("\(signature) is a detached signature", hints: ["name the signed file behind it"])
        }
    }

    private func contentPath() throws -> String? {
        if let file { return file }
        guard signature.hasSuffix(".p7s") else { return nil }
        let path = String(signature.dropLast(4))
        return FileSource.exists(path) ? path : nil
    }

    private func systemAnchors() throws -> [Certificate] {
        let bundle = "/etc/ssl/certs/ca-certificates.crt"
        return FileSource.exists(bundle) ? try CertificateSource.read(path: bundle) : []
    }
}
