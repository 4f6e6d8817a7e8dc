internal import ArgumentParser
internal import JetonFiles
internal import JetonValidation
internal import JetonX509

/// Timestamps that were made elsewhere.
struct GivenTimestampOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A response of an authority (.tsr) over what --request-out asks for, instead of --tsa; may be repeated.",
            valueName: "path"
        ),
        completion: .file()
    )
    var timestamp: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only write a request for the timestamp that the file lacks; - is the standard output.",
            valueName: "path"
        ),
        completion: .file()
    )
    var requestOut: String?

    /// Whether no authority is asked.
    var isUsed: Bool { !timestamp.isEmpty || requestOut != nil }

    /// The timestamps of the files.
    ///
    /// - Throws: ``CommandError`` for one that is not a response that grants a timestamp.
    func read() throws -> GivenTimestamps {
        GivenTimestamps(
            try timestamp.map { path in
                let octets = try FileSource.contents(of: path, limit: TimestampResponse.sizeLimit)
                do throws(DocumentError) { return try TimestampResponse(derRepresentation: octets) } catch {
                    throw CommandError("\(path) can't be used: \(error.context)", exitCode: .finding)
                }
            }
        )
    }
}
