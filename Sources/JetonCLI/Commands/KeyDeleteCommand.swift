internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton key delete`.
struct KeyDeleteCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a private key and the public key with the same id."
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Delete without asking.")
    var yes = false

    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        guard let name = try key.name() else { throw CommandError.usage("say which key with --key") }
        var query = try tokens.query()
        try query.add(name)
        var use = try Desk.open(query, pin: pin, readWrite: true)
        let record = try use.objects.one(name, .privateKey, noun: "private key", &use.session)
        let uri = try use.objects.uniqueURI(record.fullURI(on: use.token), &use.session)
        var doomed = [record.handle]
        if let id = record.values.id {
            doomed += try use.session.find([.objectClass(.publicKey), .id(id)])
        }
        try Confirmation.ask("Key '\(record.label)' (\(uri)) will be lost for ever.", yes: yes)
        for handle in doomed { try use.session.destroyObject(handle) }
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.key.delete/1")), ("uri", .string(uri)),
                    ("deleted", .number(doomed.count)),
                ])
            )
        } else {
            try Console.print("key '\(record.label)' is deleted")
        }
        return .success
    }
}
