internal import ArgumentParser

/// How a command answers.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var general: GeneralOptions

    /// Prints a document, or does for a person what stands in its place.
    ///
    /// - Parameters:
    ///   - schema: The document's schema.
    ///   - members: The document's other members.
    ///   - show: Writes for a person.
    /// - Returns: The exit code 0.
    /// - Throws: ``CommandError`` if the output can't be written; what `show` throws.
    @discardableResult func answer(
        _ schema: String,
        _ members: JSON.Members,
        orElse show: () throws -> Void
    ) throws -> ExitCode {
        if json {
            try Console.print(.object(["schema": schema] + members))
        } else {
            try show()
        }
        return .success
    }
}
