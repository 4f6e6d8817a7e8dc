/// A file that goes into a container.
public protocol ContainerContent {
    /// Its name in the container: a relative path.
    var name: String { get }

    /// Hands on the file's bytes; called twice, and each time with the same bytes.
    ///
    /// - Throws: What reading the file throws, and what `body` throws.
    func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws
}
