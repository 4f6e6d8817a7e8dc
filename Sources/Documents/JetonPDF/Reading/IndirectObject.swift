/// An object with a number, as it stands in a file.
public struct IndirectObject: Sendable {
    /// Its number and generation.
    public let reference: PDFReference
    /// The object.
    public let value: PDFObject
    /// Where it begins.
    public let offset: UInt64
    /// Where the value of the key `Contents` of its dictionary stands, with its delimiters.
    public let contents: Range<UInt64>?
    /// How many bytes it has in the file, without the data of a stream.
    let size: Int
}

extension PDFParser {
    /// Reads `12 0 obj` and the object, up to `endobj` or the data of a stream.
    mutating func readIndirectObject() throws(PDFError) -> IndirectObject {
        try skipSpace()
        let offset = base + UInt64(position)
        guard let number = try readDigits(), number > 0, number <= limits.objectNumber else {
            throw failure(.malformed, "no object number")
        }
        try skipSpace()
        guard let generation = try readDigits(), generation <= 65_535 else {
            throw failure(.malformed, "no generation number")
        }
        try skipSpace()
        guard try take("obj") else { throw failure(.malformed, "no 'obj'") }
        var value = try readObject()
        try skipSpace()
        if case .dictionary(let dictionary) = value, try take("stream") {
            // ISO 32000-2, 7.3.8.1: CR LF or LF; some writers end the line with CR alone.
            if try peek() == 0x0D { position += 1 }
            if try next() == 0x0A { position += 1 }
            let place = StreamPlace(offset: base + UInt64(position), owner: PDFReference(number, generation))
            value = .stream(dictionary, place)
        }
        return IndirectObject(
            reference: PDFReference(number, generation),
            value: value,
            offset: offset,
            contents: contents,
            size: Int(base + UInt64(position) - offset)
        )
    }
}
