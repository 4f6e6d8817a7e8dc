internal import ArgumentParser
internal import X509

/// `jeton sign complete`.
struct SignCompleteCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign complete",
        abstract: "Put a signature that was made elsewhere into its document.",
        discussion: """
            The signature is taken as bytes, base64 or hexadecimal; ECDSA as DER or as r and s. It must fit the \
            certificate that was prepared, and the document must be as it was; otherwise nothing is written. The \
            result gets the name that `jeton sign` gives it.
            """
    )

    @Argument(help: ArgumentHelp("The state that `jeton sign prepare` wrote.", valueName: "state"), completion: .file())
    var state: String

    @Option(
        name: .long,
        help: ArgumentHelp("The signature; - is the standard input.", valueName: "file"),
        completion: .file()
    )
    var signature: String

    @Option(
        name: .long,
        help: ArgumentHelp("The document (default: the path that was prepared).", valueName: "file"),
        completion: .file()
    )
    var document: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Output; - is the standard output.", valueName: "file"),
        completion: .file()
    )
    var out: String?

    @Flag(name: .long, help: "Replace an output that exists.")
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
        let size = try kept.complete(value, document: document, to: out, force: force)
        guard output.json else {
            if out != "-" { Console.note("\(out): signed by \(kept.signer.subject)") }
            return .success
        }
        try Console.print(
            .object([
                ("schema", .string("jeton.sign.complete/1")), ("document", .string(document)),
                ("output", .string(out)), ("format", .string(kept.formatName)),
                ("signer", .string("\(kept.signer.subject)")), ("size", .count(UInt(clamping: size))),
            ])
        )
        return .success
    }
}
