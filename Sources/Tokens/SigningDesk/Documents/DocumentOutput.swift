public import JetonFiles

/// Where a signed document goes.
public struct DocumentOutput: Sendable {
    /// Opens the output; each one that is opened is published or leaves nothing behind.
    let open: @Sendable () throws -> FileOutput
    /// Takes a small signature whole instead; nil for a file.
    let take: (@Sendable ([UInt8]) throws -> Void)?

    /// A file.
    ///
    /// - Parameters:
    ///   - path: Where it goes.
    ///   - directory: Where the document was found; below it no link is followed.
    ///   - force: Whether an existing file may be replaced.
    public init(at path: String, below directory: String? = nil, force: Bool = false) {
        self.init { try FileOutput(at: path, below: directory, force: force) }
    }

    /// An output that the caller opens.
    ///
    /// - Parameters:
    ///   - take: Takes a signature that is not a document whole; nil to write it to the output.
    ///   - open: Opens the output; called several times for levels of XML.
    public init(
        taking take: (@Sendable ([UInt8]) throws -> Void)? = nil,
        _ open: @escaping @Sendable () throws -> FileOutput
    ) {
        self.take = take
        self.open = open
    }

    /// Writes something small whole.
    func write(_ octets: [UInt8]) throws {
        if let take { return try take(octets) }
        var output = try open()
        try output.write(octets.span)
        try output.publish()
    }
}
