internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore delete`.
struct KeystoreDeleteCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an item, also while the keystore is locked."
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var deletion: DeletionOptions

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).open()
        let found = try item.item(in: keychain, isChanged: true)
        let reach = found.attributes.isSynchronizable ? " on all your devices" : ""
        try deletion.confirm("The secret \(ItemReport.name(found)) will be lost\(reach).")
        try keychain.delete(ItemQuery(persistentReference: found.persistentReference))
        return try answer(
            "jeton.keystore.delete/1",
            ["item": ItemReport.json(found)],
            ["the secret \(ItemReport.name(found)) is deleted"]
        )
    }
}
