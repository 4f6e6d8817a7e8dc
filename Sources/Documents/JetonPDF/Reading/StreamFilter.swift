import JetonZlib

/// Undoes the filters of streams.
///
/// - SeeAlso: ISO 32000-2, 7.4.
enum StreamFilter {
    static func decode(
        _ bytes: [UInt8],
        _ dictionary: PDFDictionary,
        at offset: UInt64,
        limit: Int
    ) throws(PDFError) -> [UInt8] {
        var filters: [PDFName]
        switch dictionary["Filter"] {
        case nil: return bytes
        case .name(let name): filters = [name]
        case .array(let names): filters = names.compactMap(\.name)
        default: throw PDFError(.malformed, at: offset, "/Filter")
        }
        // What a crypt filter did is undone by now.
        filters.removeAll { $0 == "Crypt" }
        guard filters.count <= 8 else { throw PDFError(.notSupported, at: offset, "more than 8 filters") }
        var data = bytes
        for (index, filter) in filters.enumerated() {
            data = try decode(data, filter, parameters(dictionary["DecodeParms"], index), at: offset, limit: limit)
            guard data.count <= limit else {
                throw PDFError(.limitExceeded, at: offset, "a stream of more than \(limit) bytes")
            }
        }
        return data
    }

    /// The parameters of one of several filters.
    private static func parameters(_ object: PDFObject?, _ index: Int) -> PDFDictionary? {
        guard case .array(let list)? = object else { return object?.dictionary }
        return list.indices.contains(index) ? list[index].dictionary : nil
    }

    /// Undoes one filter.
    ///
    /// - SeeAlso: ISO 32000-1, 7.4, table 6. Those for images are left out: no page, map or object is written with them.
    private static func decode(
        _ bytes: [UInt8],
        _ filter: PDFName,
        _ parameters: PDFDictionary?,
        at offset: UInt64,
        limit: Int
    ) throws(PDFError) -> [UInt8] {
        let data: [UInt8]?
        switch filter {
        case "FlateDecode", "Fl": data = try inflate(bytes, limit: limit)
        case "LZWDecode", "LZW":
            data = LZW.expand(bytes, isEarly: parameters?["EarlyChange"]?.integer != 0, limit: limit)
        case "ASCII85Decode", "A85": data = TextFilter.base85(bytes)
        case "ASCIIHexDecode", "AHx": data = TextFilter.hexadecimal(bytes)
        case "RunLengthDecode", "RL": data = TextFilter.runs(bytes, limit: limit)
        default: throw PDFError(.notSupported, at: offset, "the filter \(filter)")
        }
        guard let data else { throw PDFError(.malformed, at: offset, "a compressed stream is damaged or too large") }
        let isPredicted = ["FlateDecode", "Fl", "LZWDecode", "LZW"].contains(filter)
        guard isPredicted, let parameters, let predictor = parameters["Predictor"]?.integer, predictor > 1
        else { return data }
        let colors = parameters["Colors"]?.integer ?? 1
        let bits = parameters["BitsPerComponent"]?.integer ?? 8
        let columns = parameters["Columns"]?.integer ?? 1
        guard predictor >= 10 || predictor == 2 && bits == 8, (1...32).contains(colors),
            [1, 2, 4, 8, 16].contains(bits), (1...1_000_000).contains(columns)
        else { throw PDFError(.notSupported, at: offset, "the predictor \(predictor)") }
        let row = (columns * colors * bits + 7) / 8
        if predictor == 2 { return undoDifferences(data, row: row, colors: colors) }
        return try undo(data, row: row, pixel: (colors * bits + 7) / 8, at: offset)
    }

    /// Undoes the predictor of TIFF, of pixels with 8 bits a color.
    private static func undoDifferences(_ data: [UInt8], row: Int, colors: Int) -> [UInt8] {
        var result = data
        for index in result.indices where index % row >= colors { result[index] &+= result[index - colors] }
        return result
    }

    /// Expands the rows of a PNG image, each of which begins at a byte.
    static func expand(
        _ data: [UInt8],
        colors: Int,
        bits: Int,
        columns: Int,
        rows: Int
    ) throws(PDFError) -> [UInt8] {
        try expand(data, colors: colors, bits: bits, passes: [(columns, rows)])[0]
    }

    /// The same for pixels in several parts, each with rows of its own, as an interlaced PNG has them.
    static func expand(
        _ data: [UInt8],
        colors: Int,
        bits: Int,
        passes: [(columns: Int, rows: Int)]
    ) throws(PDFError) -> [[UInt8]] {
        let widths = passes.map { ($0.columns * colors * bits + 7) / 8 }
        let sizes = zip(widths, passes).map { ($0 + 1) * $1.rows }
        let size = sizes.reduce(0, +)
        guard size <= 256 << 20 else { throw PDFError(.limitExceeded, "an image of more than 256 MiB") }
        guard let filtered = try inflate(data, limit: size), filtered.count == size else {
            throw PDFError(.malformed, "the data of an image")
        }
        var parts: [[UInt8]] = []
        var start = 0
        for (width, size) in zip(widths, sizes) {
            let part = passes.count == 1 ? filtered : Array(filtered[start..<(start + size)])
            parts.append(try undo(part, row: width, pixel: (colors * bits + 7) / 8, at: 0))
            start += size
        }
        return parts
    }

    private static func inflate(_ bytes: [UInt8], limit: Int) throws(PDFError) -> [UInt8]? {
        do throws(ZlibError) {
            return try Zlib.expand(bytes, limit: limit, allowsTrailing: true)
        } catch {
            throw PDFError(.notSupported, "\(error)")
        }
    }

    /// Undoes the filters of PNG (RFC 2083, 6), of which each row names its own.
    private static func undo(
        _ data: [UInt8],
        row width: Int,
        pixel: Int,
        at offset: UInt64
    ) throws(PDFError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(data.count)
        var above = [UInt8](repeating: 0, count: width)
        var start = 0
        while start + 1 < data.count {
            let filter = data[start]
            var row = [UInt8](repeating: 0, count: width)
            let count = min(width, data.count - start - 1)
            for index in 0..<count {
                let left = index >= pixel ? row[index - pixel] : 0
                let corner = index >= pixel ? above[index - pixel] : 0
                let added: UInt8
                switch filter {
                case 0: added = 0
                case 1: added = left
                case 2: added = above[index]
                case 3: added = UInt8((Int(left) + Int(above[index])) / 2)
                case 4: added = nearest(Int(left), Int(above[index]), Int(corner))
                default: throw PDFError(.malformed, at: offset, "a row with the predictor \(filter)")
                }
                row[index] = data[start + 1 + index] &+ added
            }
            result += row[..<count]
            above = row
            start += width + 1
        }
        return result
    }

    /// The predictor of Paeth.
    private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
        let sum = left + above - corner
        let (first, second, third) = (abs(sum - left), abs(sum - above), abs(sum - corner))
        if first <= second, first <= third { return UInt8(left) }
        return UInt8(second <= third ? above : corner)
    }
}
