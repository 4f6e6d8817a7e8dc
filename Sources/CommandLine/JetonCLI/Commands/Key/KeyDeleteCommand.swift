internal import ArgumentParser
internal import Cryptoki
internal import JetonDiagnostics
internal import SigningDesk
internal import TokenKit

/// `jeton key delete`.
struct KeyDeleteCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a private key and the public key with the same id."
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var deletion: DeletionOptions

    func execute() throws -> ExitCode {
        guard let name = try key.name() else { throw CommandError.usage("no key was given; name one with --key") }
        var use = try tokens.open(name, pin: pin, changing: management)
        let key = try use.find(name, .privateKey, noun: "private key")
        var doomed = [key.record.handle]
        if let id = key.record.values.id {
            doomed += try use.session.find([.objectClass(.publicKey), .id(id)])
        }
        try deletion.confirm("Key '\(key.record.label)' (\(key.uri)) will be permanently deleted.")
        for handle in doomed { try use.session.destroyObject(handle) }
        if let id = key.record.values.id {
            for record in try ObjectRecord.read(&use.session, [.objectClass(.certificate), .id(id)]) {
                let delete: ShellCommand = "jeton cert delete \(try use.objects.uniqueURI(of: record, &use.session))"
                Console.note("note: the key's certificate stays on the token; `\(delete.text)` deletes it")
            }
        }
        return try answer(
            "jeton.key.delete/1",
            ["uri": key.uri, "deleted": doomed.count],
            ["key '\(key.record.label)' is deleted"]
        )
    }
}
