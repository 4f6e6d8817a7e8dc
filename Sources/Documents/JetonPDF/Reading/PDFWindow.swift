import JetonZlib

/// Reads objects from a file through a window that grows until it holds what is read.
struct PDFWindow {
    private static let firstSize = 1 << 12

    let source: any PDFSource
    let limits: PDFLimits
    /// How strings and streams are encrypted; nil for a document that is not.
    var encryption: PDFEncryption?

    /// Runs a parser at a place of the file.
    func parse<Result>(
        at offset: UInt64,
        _ body: (inout PDFParser) throws(PDFError) -> Result
    ) throws(PDFError) -> Result {
        guard offset < source.size else {
            throw PDFError(.truncated, at: offset, "an offset beyond the end of the file")
        }
        var size = Self.firstSize
        while true {
            let bytes = try source.read(at: offset, count: size)
            let isWhole = UInt64(bytes.count) >= source.size - offset
            var parser = PDFParser(bytes, at: offset, isWhole: isWhole, limits: limits)
            do {
                return try body(&parser)
            } catch {
                guard error.code == .truncated, !isWhole else { throw error }
            }
            guard size < limits.objectSize else {
                throw PDFError(.limitExceeded, at: offset, "an object of more than \(limits.objectSize) bytes")
            }
            size <<= 2
        }
    }

    /// Reads the object with a number that begins at a place.
    func indirectObject(at offset: UInt64) throws(PDFError) -> IndirectObject {
        let object = try parse(at: offset) { parser throws(PDFError) in try parser.readIndirectObject() }
        guard let encryption else { return object }
        return IndirectObject(
            reference: object.reference,
            value: try encryption.decrypted(object.value, of: object.reference),
            offset: object.offset,
            contents: object.contents,
            size: object.size
        )
    }

    /// The data of a stream, expanded.
    ///
    /// - Throws: ``PDFError/Code/notSupported`` for a filter other than FlateDecode.
    func streamData(
        _ dictionary: PDFDictionary,
        at place: StreamPlace,
        length: Int
    ) throws(PDFError) -> [UInt8] {
        let offset = place.offset
        guard length >= 0, length <= limits.streamSize else {
            throw PDFError(.limitExceeded, at: offset, "a stream of more than \(limits.streamSize) bytes")
        }
        guard UInt64(length) <= source.size, offset <= source.size - UInt64(length) else {
            throw PDFError(.truncated, at: offset, "a stream beyond the end of the file")
        }
        let raw = length == 0 ? [] : try source.read(at: offset, count: length)
        let data = try encryption?.decrypted(raw, dictionary, of: place.owner) ?? raw
        return try StreamFilter.decode(data, dictionary, at: offset, limit: limits.streamSize)
    }
}
