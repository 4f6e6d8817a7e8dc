internal import ArgumentParser
internal import SigningDesk

/// `jeton cert import`.
struct CertImportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Put a certificate onto a token, beside the key that it is for."
    )

    @Argument(help: ArgumentHelp("A PEM or DER file.", valueName: "file"), completion: .file()) var file: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: "Label (default: the key's label).")
    var label: String?

    @Option(name: .long, help: ArgumentHelp("Id in hexadecimal (default: the key's id).", valueName: "hex"))
    var id: String?

    func execute() throws -> ExitCode {
        let certificates = try CertificateFile.certificates(at: file)
        guard certificates.count == 1 || (label == nil && id == nil) else {
            throw CommandError.usage(
                "\(file) has \(certificates.count) certificates, which can't all have one label or id"
            )
        }
        let id = try id.map { try ObjectID.parse($0) }
        var use = try Desk.open(tokens.query(), pin: pin, readWrite: true)
        var imported: [CertificateImport.Outcome] = []
        for certificate in certificates {
            imported.append(try CertificateImport(certificate, label: label, id: id).run(&use.session))
        }
        try answer(
            "jeton.cert.import/1",
            [
                ("token", .string(use.token.uri)),
                ("certificates", .array(imported.map { CertificateReport.json($0) })),
            ],
            imported.map { CertificateReport.words($0) }
        )
        return .success
    }
}
