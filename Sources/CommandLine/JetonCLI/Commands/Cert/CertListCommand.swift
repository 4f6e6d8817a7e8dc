internal import ASN1
internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import X509

/// `jeton cert list`.
struct CertListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the certificates on a token."
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        var use = try Desk.open(tokens.query(uri: uri), pin: nil)
        let records = try ObjectRecord.read(&use.session, [.objectClass(.certificate)])
        var rows: [(ObjectRecord, Certificate?)] = []
        for record in records { rows.append((record, try record.certificate(&use.session))) }
        let uris = records.map { $0.fullURI(on: use.token) }
        let short = uris.map { use.objects.shortest($0, uris) }
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.cert.list/1")), ("token", .string(use.token.uri)),
                    (
                        "certificates",
                        .array(try zip(rows, short).map { try CertificateReport.json($0.0, $0.1, uri: $1) })
                    ),
                ])
            )
            return .success
        }
        guard !rows.isEmpty else {
            Console.note("no certificates on token '\(use.token.name)'")
            return .success
        }
        var table = Table(["label", "id", "subject", "issuer", "valid until", "uri"])
        for ((record, certificate), uri) in zip(rows, short) {
            table.add([
                record.label, record.idHex, certificate?.subject.description ?? "can't be read",
                certificate?.issuer.description ?? "", certificate?.notAfter.description ?? "", uri,
            ])
        }
        try Console.print(table.lines(style: Console.style))
        return .success
    }
}
