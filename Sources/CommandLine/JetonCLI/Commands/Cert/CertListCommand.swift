internal import ArgumentParser
internal import Cryptoki
internal import JetonASN1
internal import JetonOctets
internal import JetonX509
internal import SigningDesk

/// `jeton cert list`.
struct CertListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the certificates on a token.")

    @OptionGroup var target: TokenArgument
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        var use = try Desk.open(target.query(), pin: nil)
        let records = try ObjectRecord.read(&use.session, [.objectClass(.certificate)])
        var rows: [(ObjectRecord, Certificate?)] = []
        for record in records { rows.append((record, try record.certificate(&use.session))) }
        let uris = try use.objects.fullURIs(of: records, &use.session)
        let short = uris.map { use.objects.shortest($0, uris) }
        let certificates = try zip(rows, short).map { try CertificateReport.json($0.0, $0.1, uri: $1) }
        return try answer("jeton.cert.list/1", ["token": use.token.uri, "certificates": certificates]) {
            guard !rows.isEmpty else { return Console.note("no certificates on token '\(use.token.name)'") }
            var table = Table(["label", "id", "serial", "subject", "issuer", "valid until", "uri"])
            for ((record, certificate), uri) in zip(rows, short) {
                table.add([
                    record.label, record.idHex, certificate.map { Hex.encode($0.serialNumber) } ?? "",
                    certificate?.subject.description ?? "can't be read",
                    certificate?.issuer.description ?? "", certificate?.notAfter.description ?? "", uri,
                ])
            }
            try Console.print(table.lines(style: Console.style))
        }
    }
}
