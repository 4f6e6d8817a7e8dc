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
}

/// No files.
public struct NoReferencedFiles: ReferencedFiles {
    /// Makes an empty set.
    public init() {}

    /// Finds nothing.
    public func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) -> String? { nil }
}
