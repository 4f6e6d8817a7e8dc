internal import ArgumentParser
internal import Glibc
internal import JetonKeystore
internal import JetonOctets

/// `jeton keystore edit`.
struct KeystoreEditCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a secret in an editor.",
        discussion: """
            VISUAL or EDITOR is the editor, else `editor` or vi. The text is in a private directory in memory, never \
            on a disk. vim, nano and emacs are started without swap, backup, undo and history files; for other editors \
            jeton warns that it does not know what they leave. A newline that the editor adds at the end is removed.
            """
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        let access = try KeystoreAccess(keystore)
        let found = try item.item(in: access.open(), isChanged: true)
        let keychain = try access.unlocked(unlock)
        let query = ItemQuery(persistentReference: found.persistentReference)
        let secret = try keychain.copySecret(query)
        QuietTerminal.end()
        guard let new = try SecretEditor().edit(secret) else {
            return try answer(
                "jeton.keystore.edit/1",
                ["item": ItemReport.json(found), "changed": false],
                ["nothing was changed"]
            )
        }
        guard let current = try keychain.items(query, limit: .one).first, current.version == found.version else {
            throw CommandError(
                "the item \(ItemReport.name(found)) was changed meanwhile; your text is not saved",
                hints: ["edit it again"],
                exitCode: .keystore
            )
        }
        try keychain.update(query, AttributeChanges(), secret: new)
        guard let item = try keychain.items(query, limit: .one).first else {
            throw CommandError("the item vanished", exitCode: .keystore)
        }
        return try answer(
            "jeton.keystore.edit/1",
            ["item": ItemReport.json(item), "changed": true],
            ["the secret \(ItemReport.name(item)) is changed"]
        )
    }
}
