internal import ArgumentParser

/// A command that touches no token: it loads no modules and answers in text or JSON.
protocol LocalSubcommand: JetonSubcommand {
    /// How it answers.
    var output: OutputOptions { get }
}

extension LocalSubcommand {
    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    /// Prints the answer in the requested form.
    ///
    /// - Parameters:
    ///   - schema: The document's schema.
    ///   - members: The document's other members.
    ///   - lines: The text.
    func answer(
        _ schema: String,
        _ members: [(String, JSON)],
        _ lines: @autoclosure () -> [String]
    ) throws(CommandError) {
        guard output.json else { return try Console.print(lines()) }
        try Console.print(.object([("schema", .string(schema))] + members))
    }
}
