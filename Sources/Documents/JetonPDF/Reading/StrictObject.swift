/// An indirect object that is written exactly as the standard has it.
///
/// - SeeAlso: ISO 32000-2, 7.3.8 and 7.3.10.
struct StrictObject {
    let reference: PDFReference
    let value: PDFObject
    /// Where the object begins.
    let offset: UInt64
    /// Where what stands behind the value begins: `endobj`, or the data of a stream.
    private let rest: UInt64

    /// Reads the object that begins at a place, up to `endobj` or the data of a stream.
    ///
    /// - Parameters:
    ///   - window: The file as it is, without its encryption.
    ///   - offset: Where the object begins.
    /// - Throws: ``PDFError`` with what departs from the standard.
    init(_ window: PDFWindow, at offset: UInt64) throws(PDFError) {
        (reference, value, rest) = try window.parse(at: offset) { parser throws(PDFError) in
            let number = try parser.readNumber(of: "object number")
            let generation = try parser.readNumber(of: "generation number")
            guard (1...window.limits.objectNumber).contains(number), generation <= 65_535,
                try parser.takeExactly("obj")
            else { throw parser.failure(.malformed, "no object") }
            let value = try parser.readObject()
            guard !value.hasNameWithNull else { throw parser.failure(.malformed, "a zero byte in a name") }
            try parser.skipFiller()
            guard try parser.takeExactly("stream") else {
                return (PDFReference(number, generation), value, parser.base + UInt64(parser.position))
            }
            guard case .dictionary(let dictionary) = value, try parser.takeEndOfLine() else {
                throw parser.failure(.malformed, "a stream without dictionary or line")
            }
            let place = parser.base + UInt64(parser.position)
            let reference = PDFReference(number, generation)
            return (reference, .stream(dictionary, StreamPlace(offset: place, owner: reference)), place)
        }
        self.offset = offset
    }

    /// Where the object ends, behind `endobj`.
    ///
    /// - Parameters:
    ///   - window: The file as it is, without its encryption.
    ///   - length: The length of a stream's data.
    /// - Returns: The offset in bytes from the start of the file.
    /// - Throws: ``PDFError`` if the object ends in another way.
    func end(_ window: PDFWindow, length: Int?) throws(PDFError) -> UInt64 {
        var place = rest
        if value.isStream {
            guard let length, length >= 0, UInt64(length) <= window.source.size - place else {
                throw PDFError(.malformed, at: place, "/Length of a stream")
            }
            place += UInt64(length)
        }
        return try window.parse(at: place) { parser throws(PDFError) in
            if value.isStream {
                _ = try parser.takeEndOfLine()
                guard try parser.takeExactly("endstream") else {
                    throw parser.failure(.malformed, "a stream whose length differs from /Length")
                }
                try parser.skipFiller()
            }
            guard try parser.takeExactly("endobj") else { throw parser.failure(.malformed, "no 'endobj'") }
            return parser.base + UInt64(parser.position)
        }
    }
}
