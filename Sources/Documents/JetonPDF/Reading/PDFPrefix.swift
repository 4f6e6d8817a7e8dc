/// The beginning of a file: the file as it was before something was appended.
struct PDFPrefix: PDFSource {
    let source: any PDFSource
    let size: UInt64

    func read(at offset: UInt64, count: Int) throws(PDFError) -> [UInt8] {
        guard offset < size else { return [] }
        return try source.read(at: offset, count: Int(min(UInt64(count), size - offset)))
    }

    func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>, limit: Int) throws(PDFError) -> Int {
        guard offset < size else { return 0 }
        return try source.read(at: offset, into: &buffer, limit: Int(min(UInt64(limit), size - offset)))
    }
}
