internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk

/// `jeton key list`.
struct KeyListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys on a token; private ones need the PIN."
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Do not log in; private keys are not shown.")
    var `public` = false

    func execute() throws -> ExitCode {
        var use = try Desk.open(target.query(), pin: `public` ? nil : pin)
        let keys = try ObjectRecord.read(&use.session).filter {
            $0.objectClass == .privateKey || $0.objectClass == .publicKey || $0.objectClass == .secretKey
        }
        return try ObjectReport(
            schema: "jeton.key.list/1",
            objects: keys,
            selection: use.objects,
            uris: use.objects.fullURIs(of: keys, &use.session),
            word: "key"
        )
        .answer(output)
    }
}
