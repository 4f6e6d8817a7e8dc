internal import ArgumentParser
internal import JetonFiles

/// Where something in DER goes, and in which form.
struct EncodedOutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The file, or - for standard output.", valueName: "path"), completion: .file())
    var out: String = "-"

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @Flag(help: "Write DER instead of PEM.")
    var der = false

    /// Writes it; or, if a JSON document was requested, that with the form in PEM and the file in it.
    ///
    /// - Parameters:
    ///   - octets: The object in DER.
    ///   - pem: The object in PEM.
    ///   - schema: The document's schema.
    ///   - members: The document's other members.
    ///   - output: The form of the answer.
    /// - Returns: The exit code 0.
    /// - Throws: ``CommandError`` if the file can't be written.
    @discardableResult func answer(
        _ octets: [UInt8],
        pem: String,
        _ schema: String,
        _ members: JSON.Members,
        _ output: OutputOptions
    ) throws -> ExitCode {
        if !output.json || out != "-" { try FileOutput.write(der ? octets : Array(pem.utf8), to: out, force: force) }
        return try output.answer(schema, members + ["pem": pem, "out": out == "-" ? JSON.null : JSON.string(out)]) {}
    }
}
