internal import ArgumentParser
internal import JetonFiles
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// `jeton cert import`.
struct CertImportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store a certificate on a token, next to its key."
    )

    @Argument(help: ArgumentHelp("A file in PEM, DER or PKCS #12.", valueName: "file"), completion: .file())
    var file: String
    @OptionGroup var opening: KeyFileOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var former: FormerCertificateOptions

    @Option(help: "Label (default: the key's label).")
    var label: String?

    @Option(help: ArgumentHelp("Id in hexadecimal (default: the key's id).", valueName: "hex"))
    var id: String?

    func execute() throws -> ExitCode {
        let certificates = try certificates()
        guard certificates.count == 1 || (label == nil && id == nil) else {
            throw CommandError.usage(
                "\(file) has \(certificates.count) certificates, which can't all have the same label or id"
            )
        }
        let id = try id.map { try ObjectID.parse($0) }
        var use = try Desk.open(tokens.query(), pin: pin, changing: management)
        var imported: [CertificateImport.Outcome] = []
        for certificate in certificates {
            let new = CertificateImport(certificate, former: former.choice, label: label, id: id)
            imported.append(try new.run(on: use.objects, &use.session))
        }
        return try answer(
            "jeton.cert.import/1",
            ["token": use.token.uri, "certificates": imported.map { CertificateReport.json($0) }],
            imported.map { CertificateReport.words($0) }
        )
    }

    private func certificates() throws -> [Certificate] {
        let octets = try FileSource.contents(of: file, limit: 1 << 20)
        guard KeyFile.isPKCS12(octets.span) else { return try CertificateFile.certificates(octets, at: file) }
        let certificates = try opening.read(Secret(copying: octets.span), of: file).certificates
        guard !certificates.isEmpty else {
            throw CommandError("\(file) holds no certificate", exitCode: .inputOutput)
        }
        return certificates
    }
}
