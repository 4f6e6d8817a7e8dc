internal import ASN1
internal import ArgumentParser

/// What a file that is to be signed or verified is, by its first bytes.
enum DocumentKind {
    /// `%PDF-` within the first 1,024 bytes, where readers of PDF look for it.
    case pdf
    /// Anything else, and what is in a pipe, which is there once.
    case other

    /// Looks at a file.
    ///
    /// - Throws: ``CommandError`` if the file can't be read.
    init(at path: String) throws {
        guard path != "-", !FileSource.isPipe(path) else {
            self = .other
            return
        }
        var source = try FileSource(path: path)
        var buffer = [UInt8](repeating: 0, count: 1_024)
        var span = buffer.mutableSpan
        let count = try source.read(into: &span)
        let start = buffer[..<count]
        self = start.indices.contains { start[$0...].starts(with: "%PDF-".utf8) } ? .pdf : .other
    }
}
