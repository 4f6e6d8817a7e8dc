internal import ArgumentParser
internal import Keystore

/// `jeton keystore delete`.
struct KeystoreDeleteCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an item, also while the keystore is locked."
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Delete without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).open()
        let found = try item.item(in: keychain)
        let reach = found.attributes.isSynchronizable ? " on all your devices" : ""
        try Confirmation.ask("The secret \(ItemReport.name(found)) will be lost\(reach).", yes: yes)
        try keychain.delete(ItemQuery(persistentReference: found.persistentReference))
        try answer(
            "jeton.keystore.delete/1",
            [("item", ItemReport.json(found))],
            ["the secret \(ItemReport.name(found)) is deleted"]
        )
        return .success
    }
}
