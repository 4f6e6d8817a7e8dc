internal import ASN1
internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import X509

/// `jeton cert export`.
struct CertExportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a certificate to a file as PEM or DER."
    )

    @Argument(help: ArgumentHelp("The certificate's label, id or PKCS #11 URI.", valueName: "label|id|uri"))
    var certificate: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var encoded: EncodedOutputOptions

    func execute() throws -> ExitCode {
        let name = try certificate.map { try ObjectName($0) }
        var use = try tokens.open(name, pin: nil)
        let record = try use.objects.one(name, .certificate, noun: "certificate", &use.session)
        guard let octets = try use.session.attributes([.value], of: record.handle).octets(.value) else {
            throw CommandError("the token does not let the certificate out", exitCode: .refused)
        }
        let uri = record.fullURI(on: use.token)
        let certificate = try? Certificate(derRepresentation: octets)
        let described = try CertificateReport.json(record, certificate, uri: use.objects.shortest(uri, [uri]))
        try encoded.write(
            octets,
            pem: PEM.encode(octets, label: "CERTIFICATE"),
            document: output.json
                ? [("schema", .string("jeton.cert.export/1")), ("certificate", described)] : nil
        )
        return .success
    }
}
