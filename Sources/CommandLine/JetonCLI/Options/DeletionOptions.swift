internal import ArgumentParser

/// Whether a deletion is confirmed.
struct DeletionOptions: ParsableArguments {
    @Flag(help: "Delete without asking.")
    var yes = false

    /// Asks on the terminal unless `--yes` was given.
    ///
    /// - Parameter loss: What will be lost, as a sentence.
    /// - Throws: ``CommandError`` if there is no terminal to ask on, or the user does not confirm.
    func confirm(_ loss: String) throws(CommandError) { try Confirmation.ask(loss, yes: yes) }
}
