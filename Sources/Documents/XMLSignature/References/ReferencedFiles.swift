import JetonLibcrypto
public import JetonX509

/// The files that references outside of a document may lead to: those that the caller names, and no others.
public protocol ReferencedFiles {
    /// Hands on the octets of the file that a reference names.
    ///
    /// - Parameters:
    ///   - uri: The reference's URI as it is written; nil for a reference without one.
    ///   - body: Gets the octets, piece by piece.
    /// - Returns: The file's name for people; nil if the caller names no such file.
    /// - Throws: What reading the file throws.
    func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String?

    /// The digest of the file that a reference names.
    ///
    /// - Parameters:
    ///   - uri: The reference's URI as it is written; nil for a reference without one.
    ///   - hash: The hash.
    /// - Returns: The file's digest, and its name for people; nil if the caller names no such file.
    /// - Throws: `DocumentError` for a hash that is not at hand; what reading the file throws.
    func digest(_ uri: String?, by hash: HashAlgorithm) throws -> FileDigest?
}

/// The digest of a file that a reference names.
public struct FileDigest: Hashable, Sendable {
    /// The file's name for people.
    public let name: String
    /// The digest.
    public let digest: [UInt8]
    /// How many bytes the file has.
    public let size: UInt64

    /// Makes a digest.
    public init(name: String, digest: [UInt8], size: UInt64) {
        self.name = name
        self.digest = digest
        self.size = size
    }
}

extension ReferencedFiles {
    /// Reads the file for its digest.
    public func digest(_ uri: String?, by hash: HashAlgorithm) throws -> FileDigest? {
        let running = try hash.begin()
        var size: UInt64 = 0
        let name = try read(uri) { piece in
            size += UInt64(piece.count)
            try running.update(piece)
        }
        guard let name else { return nil }
        return FileDigest(name: name, digest: try running.finish(), size: size)
    }
}

/// No files.
public struct NoReferencedFiles: ReferencedFiles {
    /// Makes an empty set.
    public init() {}

    /// Finds nothing.
    public func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) -> String? { nil }
}
