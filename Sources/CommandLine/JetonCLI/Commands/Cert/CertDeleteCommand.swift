internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk

/// `jeton cert delete`.
struct CertDeleteCommand: ReportingSubcommand {
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
