internal import ArgumentParser
internal import Cryptoki
internal import JetonASN1
internal import JetonFiles
internal import JetonX509
internal import SigningDesk

/// `jeton cert create`.
struct CertCreateCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a self-signed certificate for a key on a token.",
        discussion: """
            The certificate is stored on the token next to its key. No authority vouches for it: use it for tests, or \
            give it to peers yourself. `jeton csr create` makes a request for an authority.
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var subject: SubjectOptions
    @OptionGroup var former: FormerCertificateOptions

    @Option(help: "Validity in days, from 1 to 3650.")
    var days = 730

    @Option(
        help: ArgumentHelp("Also write the certificate here as PEM, or to - for standard output.", valueName: "path"),
        completion: .file()
    )
    var out: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    func execute() throws -> ExitCode {
        guard (1...3650).contains(days) else {
            throw CommandError.usage("--days must be between 1 and 3650, not \(days)")
        }
        guard !output.json || out != "-" else {
            throw CommandError.usage("--json and the certificate can't both go to the standard output; use --out")
        }
        let name = try subject.name()
        // Before a PIN is asked for.
        if let out, out != "-" { _ = try FileOutput(path: out, force: force) }
        let use = try Desk.sign(tokens.query(), key: key.name(), pin: pin)
        try management.use(on: use.token)
        try management.protect(on: use.token)
        let certificate = try CertificateTemplate(subject: name, days: days).selfSigned(by: use.key)
        // The token is logged in by the session above.
        var session = try use.token.openSession(readWrite: true)
        let stored = try CertificateImport(certificate, former: former.choice)
            .run(on: ObjectSelection(token: use.token), &session)
        try session.close()
        let pem = PEM.encode(certificate.derRepresentation, label: "CERTIFICATE")
        if let out { try FileOutput.write(Array(pem.utf8), to: out, force: force) }
        guard output.json || out != "-" else { return .success }
        return try answer(
            "jeton.cert.create/1",
            ["token": use.token.uri, "certificate": CertificateReport.json(stored), "pem": pem, "out": out],
            [CertificateReport.words(stored)]
        )
    }
}
