internal import ArgumentParser

/// Where something in DER goes, and in which form.
struct EncodedOutputOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The file; - is the standard output.", valueName: "path"))
    var out: String = "-"

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @Flag(name: .long, help: "Write DER instead of PEM.")
    var der = false

    /// Writes it; or, if a JSON document was requested, that with the form in PEM and the file in it.
    ///
    /// - Parameters:
    ///   - octets: The object in DER.
    ///   - pem: The object in PEM.
    ///   - document: The document's other members; nil for none.
    /// - Throws: ``CommandError`` if the file can't be written.
    func write(_ octets: [UInt8], pem: String, document: [(String, JSON)]?) throws {
        if document == nil || out != "-" { try FileOutput.write(der ? octets : Array(pem.utf8), to: out, force: force) }
        guard let document else { return }
        try Console.print(
            .object(document + [("pem", .string(pem)), ("out", out == "-" ? .null : .string(out))])
        )
    }
}
