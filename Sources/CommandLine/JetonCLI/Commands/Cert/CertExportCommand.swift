internal import ArgumentParser
internal import Cryptoki
internal import JetonASN1
internal import JetonX509
internal import SigningDesk

/// `jeton cert export`.
struct CertExportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a certificate to a file as PEM or DER."
    )

    @Argument(
        help: ArgumentHelp("The certificate's label, id, SHA-256, serial number, subject or URI.", valueName: "name")
    )
    var certificate: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var encoded: EncodedOutputOptions

    func execute() throws -> ExitCode {
        let name = try certificate.map { try ObjectName($0) }
        var use = try tokens.open(name, pin: nil)
        let record = try use.objects.one(name, .certificate, noun: "certificate", &use.session)
        guard let octets = try use.session.attributes([.value], of: record.handle).octets(.value) else {
            throw CommandError("the token refuses to export the certificate", exitCode: .refused)
        }
        let certificate = try? Certificate(derRepresentation: octets)
        let uri = try use.objects.uniqueURI(of: record, &use.session)
        let described = try CertificateReport.json(record, certificate, uri: uri)
        return try encoded.answer(
            octets,
            pem: PEM.encode(octets, label: "CERTIFICATE"),
            "jeton.cert.export/1",
            ["certificate": described],
            output
        )
    }
}
