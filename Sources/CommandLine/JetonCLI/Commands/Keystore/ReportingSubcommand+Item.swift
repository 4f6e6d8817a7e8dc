internal import ArgumentParser
internal import JetonKeystore

extension ReportingSubcommand {
    /// Prints an item as it is after it was written.
    ///
    /// - Parameters:
    ///   - schema: The document's schema.
    ///   - reference: The item.
    ///   - keychain: Where it is.
    ///   - sentence: The text, from what names the item.
    /// - Returns: The exit code 0.
    /// - Throws: ``CommandError``, `KeystoreError`.
    func answer(
        _ schema: String,
        of reference: PersistentReference,
        in keychain: Keychain,
        _ sentence: (String) -> String
    ) throws -> ExitCode {
        guard let item = try keychain.items(ItemQuery(persistentReference: reference), limit: .one).first else {
            throw CommandError("the item vanished", exitCode: .keystore)
        }
        return try answer(schema, ["item": ItemReport.json(item)], [sentence(ItemReport.name(item))])
    }
}
