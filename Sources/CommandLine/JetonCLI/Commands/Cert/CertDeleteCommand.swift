internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk

/// `jeton cert delete`.
struct CertDeleteCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a certificate from a token."
    )

    @Argument(
        help: ArgumentHelp("The certificate's label, id, SHA-256, serial number, subject or URI.", valueName: "name")
    )
    var certificate: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var deletion: DeletionOptions

    func execute() throws -> ExitCode {
        let name = try ObjectName(certificate)
        var use = try tokens.open(name, pin: pin, changing: management)
        let found = try use.find(name, .certificate, noun: "certificate")
        try deletion.confirm("Certificate '\(found.record.label)' (\(found.uri)) will be deleted.")
        try use.session.destroyObject(found.record.handle)
        return try answer("jeton.cert.delete/1", ["uri": found.uri], ["certificate '\(found.record.label)' is deleted"])
    }
}
