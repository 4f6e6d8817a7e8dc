internal import ArgumentParser

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
    /// - Returns: The exit code 0.
    /// - Throws: ``CommandError`` if the output can't be written.
    @discardableResult func answer(
        _ schema: String,
        _ members: JSON.Members,
        _ lines: @autoclosure () -> [String]
    ) throws -> ExitCode {
        try output.answer(schema, members) { try Console.print(lines()) }
    }

    /// Prints the document, or shows a person what one text does not hold: notes, or a table of many rows.
    @discardableResult func answer(
        _ schema: String,
        _ members: JSON.Members,
        orElse show: () throws -> Void
    ) throws -> ExitCode {
        try output.answer(schema, members, orElse: show)
    }
}
