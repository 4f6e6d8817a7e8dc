internal import ArgumentParser
internal import JetonASN1
internal import JetonFiles
internal import JetonXML

/// `jeton xml c14n`.
struct XMLC14NCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "c14n",
        abstract: "Write the canonical form of an XML document.",
        discussion: """
            Signatures are made over the canonical form: documents that differ only in notation have the same one. \
            Documents of any size need constant memory. A document type declaration is refused.
            """
    )

    /// The name of a method.
    enum Method: String, ExpressibleByArgument, CaseIterable {
        case inclusive = "c14n"
        case inclusive11 = "c14n11"
        case exclusive = "exc-c14n"

        func canonicalization(hasComments: Bool) -> Canonicalization {
            switch self {
            case .inclusive: hasComments ? .inclusiveWithComments : .inclusive
            case .inclusive11: hasComments ? .inclusive11WithComments : .inclusive11
            case .exclusive: hasComments ? .exclusiveWithComments : .exclusive
            }
        }
    }

    @Argument(help: ArgumentHelp("The document, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: "One of c14n (1.0), c14n11 and exc-c14n (exclusive).")
    var method = Method.exclusive

    @Flag(help: "Keep comments.")
    var comments = false

    @Option(
        help: ArgumentHelp(
            "A prefix that exclusive canonicalization treats as inclusive; may be repeated.",
            valueName: "prefix"
        )
    )
    var inclusivePrefix: [String] = []

    @Option(help: ArgumentHelp("Output file, or - for standard output.", valueName: "path"), completion: .file())
    var out = "-"

    @Flag(help: "Overwrite an existing output.")
    var force = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard out != "-" || !output.json else {
            throw CommandError.usage("--json and a document can't both go to the standard output; use --out")
        }
        guard inclusivePrefix.isEmpty || method == .exclusive else {
            throw CommandError.usage("--inclusive-prefix requires --method exc-c14n")
        }
        let canonicalization = method.canonicalization(hasComments: comments)
        var target = try FileOutput(path: out, force: force)
        var held: [UInt8] = []
        var reader = XMLReader(
            DocumentCanonicalizer(canonicalization, inclusivePrefixes: inclusivePrefix) { piece in
                unsafe piece.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
            }
        )
        var source = try FileSource(path: file)
        do {
            try source.forEachPiece { piece in
                try reader.read(piece)
                let octets = held
                held = []
                try target.write(octets.span)
            }
            try reader.finish()
        } catch let error as XMLError {
            throw CommandError("\(file) is not a valid XML document: \(error)", exitCode: .inputOutput)
        }
        reader.handler.finish()
        let rest = held
        try target.write(rest.span)
        let size = target.count
        try target.publish()
        guard out != "-" else { return .success }
        return try answer(
            "jeton.xml.c14n/1",
            ["input": file, "output": out, "method": canonicalization.rawValue, "size": UInt(clamping: size)],
            ["\(out): \(size) bytes"]
        )
    }
}
