internal import ArgumentParser
internal import JetonX509
internal import SigningDesk

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

        @OptionGroup var signer: KeyUseOptions
        @OptionGroup var output: OutputOptions

        @OptionGroup var subject: SubjectOptions

        @OptionGroup var alternative: AlternativeNameOptions

        @OptionGroup var encoded: EncodedOutputOptions

        func execute() throws -> ExitCode {
            let name = try subject.name()
            let extensions = try alternative.extensions()
            let use = try signer.sign()
            let request = try CertificationRequest.make(subject: name, extensions: extensions, key: use.key)
            return try encoded.answer(
                request.derRepresentation,
                pem: request.pemRepresentation,
                "jeton.csr.create/1",
                ["subject": request.subject.description, "publicKey": request.publicKey.description],
                output
            )
        }
    }
}
