internal import ASN1
internal import ArgumentParser
internal import Cryptoki
internal import Octets
internal import SigningDesk
internal import TokenKit
internal import X509

/// `jeton cert`.
struct CertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cert",
        abstract: "Create, import, export, list and delete certificates.",
        subcommands: [Create.self, Import.self, Export.self, List.self, Delete.self]
    )

    /// `jeton cert list`.
    struct List: ReportingSubcommand {
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
                Console.note("there is no certificate on token '\(use.token.name)'")
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

    /// `jeton cert export`.
    struct Export: ReportingSubcommand {
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

    /// `jeton cert import`.
    struct Import: ReportingSubcommand {
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

    /// `jeton cert delete`.
    struct Delete: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a certificate from a token."
        )

        @Argument(help: ArgumentHelp("The certificate's label, id or PKCS #11 URI.", valueName: "label|id|uri"))
        var certificate: String
        @OptionGroup var tokens: TokenOptions
        @OptionGroup var pin: PINOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var deletion: DeletionOptions

        func execute() throws -> ExitCode {
            let name = try ObjectName(certificate)
            var use = try tokens.open(name, pin: pin, readWrite: true)
            let found = try use.find(name, .certificate, noun: "certificate")
            try deletion.confirm("Certificate '\(found.record.label)' (\(found.uri)) will be deleted.")
            try use.session.destroyObject(found.record.handle)
            try answer(
                "jeton.cert.delete/1",
                [("uri", .string(found.uri))],
                ["certificate '\(found.record.label)' is deleted"]
            )
            return .success
        }
    }
}
