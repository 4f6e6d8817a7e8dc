internal import Keystore

extension LocalSubcommand {
    /// Prints an item as it is after it was written.
    ///
    /// - Parameters:
    ///   - schema: The document's schema.
    ///   - reference: The item.
    ///   - keychain: Where it is.
    ///   - sentence: The text, from what names the item.
    /// - Throws: ``CommandError``, `KeystoreError`.
    func answer(
        _ schema: String,
        of reference: PersistentReference,
        in keychain: Keychain,
        _ sentence: (String) -> String
    ) throws {
        guard let item = try keychain.items(ItemQuery(persistentReference: reference), limit: .one).first else {
            throw CommandError("the item vanished", exitCode: .keystore)
        }
        try answer(schema, [("item", ItemReport.json(item))], [sentence(ItemReport.name(item))])
    }
}
