/// A command that answers in text or as one JSON document.
protocol ReportingSubcommand: JetonSubcommand {
    /// The form of the answer.
    var output: OutputOptions { get }
}

extension ReportingSubcommand {
    var wantsJSON: Bool { output.json }
    var general: GeneralOptions { output.general }

    /// Prints the answer in the requested form.
    ///
    /// - Parameters:
    ///   - schema: The document's schema.
    ///   - members: The document's other members.
    ///   - lines: The text.
    /// - Throws: ``CommandError`` if the output can't be written.
    func answer(
        _ schema: String,
        _ members: [(String, JSON)],
        _ lines: @autoclosure () -> [String]
    ) throws(CommandError) {
        guard output.json else { return try Console.print(lines()) }
        try Console.print(.object([("schema", .string(schema))] + members))
    }
}
