internal import ArgumentParser

/// Where a secret or the content of a protected file goes: a file, a program, or the terminal if `--reveal` says so.
struct SecretOutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Output file, or - for standard output.", valueName: "path"), completion: .file())
    var out = "-"

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @Flag(help: "Show it on the terminal.")
    var reveal = false

    /// The file to write; nil for the standard output.
    var file: String? { out == "-" ? nil : out }

    /// Refuses a place where no secret belongs.
    ///
    /// - Parameters:
    ///   - noun: What is written, with its article.
    ///   - json: Whether the answer is JSON.
    /// - Throws: ``CommandError`` with exit code 2 for `--reveal` with `--out`; without `--out`, for JSON, and for a
    ///   terminal unless `--reveal` is given.
    func check(_ noun: String, json: Bool) throws(CommandError) {
        guard file == nil else {
            if reveal { throw .usage("--reveal and --out exclude each other") }
            return
        }
        guard !json else {
            throw .usage("\(noun) is never part of JSON", hints: ["use --out to write to a file"])
        }
        guard reveal || !Console.isTerminal(1) else {
            throw .usage(
                "\(noun) is not written to the terminal",
                hints: ["use --out to write to a file", "--reveal shows it"]
            )
        }
    }
}
