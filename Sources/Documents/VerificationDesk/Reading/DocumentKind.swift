internal import JetonASN1
public import JetonFiles

/// What a file that is to be signed or verified is, by its first bytes.
public enum DocumentKind: Hashable, Sendable {
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
    /// - Throws: `FileError` if the file can't be read.
    public init(of file: InputFile) throws(FileError) {
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
    package init(beginning start: ArraySlice<UInt8>) {
        // A CMS message around a PDF has that within its first bytes.
        guard !DocumentKind.isSignedData(start) else {
            self = .other
            return
        }
        if start.indices.contains(where: { start[$0...].starts(with: "%PDF-".utf8) }) {
            self = .pdf
            return
        }
        // Every second byte of UTF-16 is zero here.
        let skipped: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
        self = start.first { !skipped.contains($0) } == UInt8(ascii: "<") ? .xml : .other
    }

    /// Whether bytes begin a CMS message in DER or BER: a SEQUENCE, then the object identifier of SignedData.
    private static func isSignedData(_ start: ArraySlice<UInt8>) -> Bool {
        guard start.first == 0x30, let length = start.dropFirst().first else { return false }
        let type = start.dropFirst(length <= 0x80 ? 2 : 2 + Int(length & 0x7F))
        return type.starts(with: [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    }
}
