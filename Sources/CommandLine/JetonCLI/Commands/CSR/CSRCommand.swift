internal import ArgumentParser
internal import SigningDesk
internal import X509

/// `jeton csr`.
struct CSRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csr",
        abstract: "Certificate requests (PKCS #10).",
        subcommands: [Create.self]
    )

    /// `jeton csr create`.
    struct Create: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a certificate request for a key on a token."
        )

        @OptionGroup var key: KeyOptions
        @OptionGroup var tokens: TokenOptions
        @OptionGroup var pin: PINOptions
        @OptionGroup var output: OutputOptions

        @OptionGroup var subject: SubjectOptions

        @Option(
            name: .long,
            help: ArgumentHelp(
                "An alternative name: dns:NAME, email:ADDRESS or ip:ADDRESS; may be repeated.",
                valueName: "name"
            )
        )
        var alternativeName: [String] = []

        @OptionGroup var encoded: EncodedOutputOptions

        func execute() throws -> ExitCode {
            let name = try subject.name()
            let names = try alternativeName.map(generalName)
            let extensions: [CertificateExtension]
            do {
                extensions = names.isEmpty ? [] : [try .subjectAlternativeNames(names)]
            } catch {
                throw CommandError.usage("\(error)")
            }
            let use = try Desk.sign(tokens.query(), key: key.name(), pin: pin)
            let request = try CertificationRequest.make(subject: name, extensions: extensions, key: use.key)
            let document: [(String, JSON)] = [
                ("schema", .string("jeton.csr.create/1")), ("subject", .string(request.subject.description)),
                ("publicKey", .string(request.publicKey.description)),
            ]
            try encoded.write(
                request.derRepresentation,
                pem: request.pemRepresentation,
                document: output.json ? document : nil
            )
            return .success
        }

        private func generalName(_ text: String) throws(CommandError) -> GeneralName {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            let name: GeneralName? =
                switch (parts.first, parts.count) {
                case ("dns", 2): .dns(parts[1])
                case ("email", 2): .email(parts[1])
                case ("ip", 2): GeneralName.ip(text: parts[1])
                default: nil
                }
            guard let name else {
                throw .usage(
                    "'\(text)' is not a valid alternative name",
                    hints: ["use dns:NAME, email:ADDRESS or ip:ADDRESS"]
                )
            }
            return name
        }
    }
}
