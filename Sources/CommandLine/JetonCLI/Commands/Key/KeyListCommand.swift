internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk

/// `jeton key list`.
struct KeyListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys on a token; private ones need the PIN."
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Do not log in; private keys are not shown.")
    var `public` = false

    func execute() throws -> ExitCode {
        var use = try Desk.open(tokens.query(uri: uri), pin: `public` ? nil : pin)
        let keys = try ObjectRecord.read(&use.session).filter {
            $0.objectClass == .privateKey || $0.objectClass == .publicKey || $0.objectClass == .secretKey
        }
        try ObjectReport(schema: "jeton.key.list/1", objects: keys, selection: use.objects, word: "key").print(
            json: output.json
        )
        return .success
    }
}
