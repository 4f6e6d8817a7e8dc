internal import Glibc

/// Asks before something is destroyed.
enum Confirmation {
    /// Asks on the terminal unless the answer was given beforehand.
    ///
    /// - Parameters:
    ///   - question: What will be destroyed, with a question mark.
    ///   - yes: Whether `--yes` was given.
    /// - Throws: ``CommandError`` if there is no terminal to ask on, or the user does not confirm.
    static func ask(_ question: String, yes: Bool) throws(CommandError) {
        if yes { return }
        guard Console.isTerminal(0), Console.isTerminal(2) else {
            throw .usage("this question requires a terminal: \(question)", hints: ["--yes confirms without a prompt"])
        }
        guard isGiven(question) else { throw .usage("not confirmed; nothing was changed") }
    }

    /// Asks on the terminal; without one the answer is no.
    ///
    /// - Parameter question: What will happen, with a question mark.
    /// - Returns: Whether the user has typed "yes".
    static func isGiven(_ question: String) -> Bool {
        guard Console.isTerminal(0), Console.isTerminal(2) else { return false }
        QuietTerminal.end()
        Console.message("\(question) Type 'yes' to continue:")
        return readLine() == "yes"
    }
}
