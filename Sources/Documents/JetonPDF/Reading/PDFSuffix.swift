/// The rest of a file, which begins somewhere in it.
struct PDFSuffix: PDFSource {
    let source: any PDFSource
    /// Where it begins; at most the file's size.
    let start: UInt64

    var size: UInt64 { source.size - start }

    func read(at offset: UInt64, count: Int) throws(PDFError) -> [UInt8] {
        guard offset < size else { return [] }
        return try source.read(at: start + offset, count: count)
    }

    func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>, limit: Int) throws(PDFError) -> Int {
        guard offset < size else { return 0 }
        return try source.read(at: start + offset, into: &buffer, limit: limit)
    }
}
