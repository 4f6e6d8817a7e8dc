import Zlib

/// Undoes the filters that cross-reference streams and object streams use.
///
/// - SeeAlso: ISO 32000-2, 7.4.4.
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
        if filters.first == "Crypt" { filters.removeFirst() }
        guard !filters.isEmpty else { return bytes }
        guard filters == ["FlateDecode"] else {
            throw PDFError(.notSupported, at: offset, "the filters \(filters.map { "\($0)" }.joined(separator: ", "))")
        }
        guard let data = try inflate(bytes, limit: limit) else {
            throw PDFError(.malformed, at: offset, "a compressed stream is damaged or too large")
        }
        var parameters = dictionary["DecodeParms"]
        if case .array(let list) = parameters { parameters = list.last }
        guard let parameters = parameters?.dictionary, let predictor = parameters["Predictor"]?.integer, predictor > 1
        else { return data }
        let colors = parameters["Colors"]?.integer ?? 1
        let bits = parameters["BitsPerComponent"]?.integer ?? 8
        let columns = parameters["Columns"]?.integer ?? 1
        guard predictor >= 10, (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits),
            (1...1_000_000).contains(columns)
        else { throw PDFError(.notSupported, at: offset, "the predictor \(predictor)") }
        let size = (colors * bits + 7) / 8
        return try undo(data, row: (columns * colors * bits + 7) / 8, pixel: size, at: offset)
    }

    /// Expands the rows of a PNG image, each of which begins at a byte.
    static func expand(
        _ data: [UInt8],
        colors: Int,
        bits: Int,
        columns: Int,
        rows: Int
    ) throws(PDFError) -> [UInt8] {
        let width = (columns * colors * bits + 7) / 8
        let size = (width + 1) * rows
        guard size <= 256 << 20 else { throw PDFError(.limitExceeded, "an image of more than 256 MiB") }
        guard let filtered = try inflate(data, limit: size), filtered.count == size else {
            throw PDFError(.malformed, "the data of an image")
        }
        return try undo(filtered, row: width, pixel: (colors * bits + 7) / 8, at: 0)
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
