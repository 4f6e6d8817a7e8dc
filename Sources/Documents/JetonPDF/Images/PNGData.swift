import JetonZlib

/// The compressed pixels of a PNG image, checked up to their end.
///
/// - SeeAlso: RFC 1950, 2.2; ISO/IEC 15948 (PNG), 7.2 and 10.
enum PNGData {
    /// Checks that data expands to rows of a length, each with a known filter, and has the checksum that it states.
    ///
    /// The pixels are not kept, so that an image of any size takes little memory.
    ///
    /// - Throws: ``PDFError/Code/malformed`` for data that is damaged; ``PDFError/Code/notSupported`` without zlib.
    static func check(_ data: [UInt8], row: Int, rows: Int) throws(PDFError) {
        let damaged = PDFError(.malformed, "the data of a PNG image")
        guard data.count > 6, data[0] & 0x0F == 8, (Int(data[0]) << 8 | Int(data[1])) % 31 == 0, data[1] & 0x20 == 0
        else { throw damaged }
        var sum = Adler32()
        var position = 0
        let size = (row + 1) * rows
        var used: Int?
        do {
            guard var stream = try DeflateStream(.expand) else { throw damaged }
            used = try stream.update(data.span.extracting(2..<data.count), finishes: true) { piece in
                guard position + piece.count <= size else { throw damaged }
                for index in 0..<piece.count where (position + index) % (row + 1) == 0 && piece[index] > 4 {
                    throw damaged
                }
                position += piece.count
                sum.update(piece)
            }
            guard stream.isAtEnd else { throw damaged }
        } catch let error as ZlibError {
            throw PDFError(.notSupported, "\(error)")
        } catch {
            throw damaged
        }
        guard let used, position == size, data.count - 2 - used >= 4 else { throw damaged }
        let stated = data[(2 + used)..<(6 + used)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard stated == sum.value else { throw PDFError(.malformed, "the checksum of a PNG image's data") }
    }

    /// The checksum of a zlib stream.
    ///
    /// - SeeAlso: RFC 1950, 8.2.
    private struct Adler32 {
        private var (low, high) = (UInt32(1), UInt32(0))

        var value: UInt32 { high << 16 | low }

        mutating func update(_ bytes: Span<UInt8>) {
            var start = 0
            while start < bytes.count {
                // So many bytes can't make the sums overflow.
                let end = min(start + 5_552, bytes.count)
                for index in start..<end {
                    low &+= UInt32(bytes[index])
                    high &+= low
                }
                (low, high) = (low % 65_521, high % 65_521)
                start = end
            }
        }
    }
}
