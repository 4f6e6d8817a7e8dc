internal import ArgumentParser
internal import JetonFiles
internal import JetonPDF
internal import JetonX509
internal import SigningDesk

/// `jeton sign complete`.
struct SignCompleteCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign complete",
        abstract: "Insert a signature that was made elsewhere into its document.",
        discussion: """
            The signature may be binary, base64 or hexadecimal; ECDSA as DER or as r and s. If it does not match the \
            prepared certificate, or the document has changed, nothing is written. The result is named as by `jeton \
            sign`.
            """
    )

    @Argument(help: ArgumentHelp("The state that `jeton sign prepare` wrote.", valueName: "state"), completion: .file())
    var state: String

    @Option(help: ArgumentHelp("The signature, or - for standard input.", valueName: "file"), completion: .file())
    var signature: String

    @Option(
        help: ArgumentHelp("The document (default: the path that was prepared).", valueName: "file"),
        completion: .file()
    )
    var document: String?

    @Option(help: ArgumentHelp("Output file, or - for standard output.", valueName: "file"), completion: .file())
    var out: String?

    @Flag(help: "Overwrite an existing output.")
    var force = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let kept = try SignatureState(at: state)
        let document = document ?? kept.document
        let out = out ?? kept.outputName(for: document)
        if output.json, out == "-" {
            throw CommandError.usage("--json and a signature can't both go to the standard output; use --out")
        }
        try InputFiles([state, signature, document]).refuse(out)
        // The largest is RSA's, of 2,048 bytes in hexadecimal.
        let value = try FileSource.contents(of: signature, limit: 1 << 16)
        let size: UInt64
        do {
            size = try kept.complete(value, document: .named(document)) { try FileOutput(path: out, force: force) }
        } catch let error as PDFError {
            throw CommandError(error, document)
        }
        return try answer(
            "jeton.sign.complete/1",
            [
                "document": document, "output": out, "format": kept.formatName,
                "signer": "\(kept.signer.subject)", "size": UInt(clamping: size),
            ]
        ) {
            if out != "-" { Console.note("\(out): signed by \(kept.signer.subject)") }
        }
    }
}
