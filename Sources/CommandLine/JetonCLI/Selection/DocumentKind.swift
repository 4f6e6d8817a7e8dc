internal import ASN1
internal import ArgumentParser

/// What a file that is to be signed or verified is, by its first bytes.
enum DocumentKind {
    /// `%PDF-` within the first 1,024 bytes, where readers of PDF look for it.
    case pdf
    /// XML: `<` behind nothing but a byte order mark and white space.
    case xml
    /// A container of signed files: a ZIP archive that says so or holds signatures.
    case container
    /// Anything else, and what is in a pipe, which is there once.
    case other

    /// Looks at a file.
    ///
    /// - Throws: ``CommandError`` if the file can't be read.
    init(of file: InputFile) throws {
        guard file.path != "-", !FileSource.isPipe(file.path) else {
            self = .other
            return
        }
        var source = try FileSource(file)
        var buffer = [UInt8](repeating: 0, count: 1_024)
        var span = buffer.mutableSpan
        let count = try source.read(into: &span)
        let start = buffer[..<count]
        self.init(beginning: start)
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]), ContainerInput.isContainer(file, start: Array(start)) {
            self = .container
        }
    }

    /// Looks at the first bytes of a document, at most 1,024; they do not tell a container from another archive.
    init(beginning start: ArraySlice<UInt8>) {
        if start.indices.contains(where: { start[$0...].starts(with: "%PDF-".utf8) }) {
            self = .pdf
            return
        }
        // Every second byte of UTF-16 is zero here.
        let skipped: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
        self = start.first { !skipped.contains($0) } == UInt8(ascii: "<") ? .xml : .other
    }
}
