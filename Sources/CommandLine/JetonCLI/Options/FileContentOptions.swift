internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore

/// Where the content of a protected file comes from.
struct FileContentOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("File with the content, or - for standard input.", valueName: "path"),
        completion: .file()
    )
    var path: String?

    @Flag(help: "Accept empty content.")
    var allowEmpty = false

    /// Opens the file that `--in` names, or the standard input.
    func source() throws(CommandError) -> FileSource {
        let path = path ?? "-"
        if path == "-" { Console.noteTerminalInput() }
        do {
            return try FileSource(path: path)
        } catch {
            var error = error
            guard error.exitCode != .notFound else { throw error }
            error.hints.append("--in must be a file, or - for standard input: `jeton keystore file add NAME --in -`")
            throw error
        }
    }

    /// Appends everything that a source gives.
    ///
    /// - Throws: ``CommandError`` with exit code 7 for an empty source, unless `--allow-empty` was given.
    func write(_ source: consuming FileSource, to writer: inout ProtectedFileWriter) throws {
        var source = source
        let name = source.path == "-" ? "the standard input" : source.path
        guard try writer.write(reading: { try source.read(into: &$0) }) > 0 || allowEmpty else {
            throw CommandError(
                "\(name) is empty: nothing was sealed",
                hints: ["--in FILE takes a file", "--allow-empty seals 0 bytes"],
                exitCode: .inputOutput
            )
        }
    }
}
