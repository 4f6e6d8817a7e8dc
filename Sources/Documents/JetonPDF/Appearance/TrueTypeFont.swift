/// A font of the user's system, of which the glyphs that a signature shows are put into the document.
///
/// Fonts with TrueType outlines are read, not those with PostScript outlines.
///
/// - SeeAlso: ISO/IEC 14496-22 (OpenType).
public struct TrueTypeFont: Sendable {
    /// How many bytes a font may have.
    public static let sizeLimit = 64 << 20

    /// The name that PDF calls it by, such as `DejaVuSans`.
    public let name: String
    /// The height of capitals above the line, the lowest and highest points, in units of the em square.
    let ascent: Int
    let descent: Int
    let box: [Int]
    /// How many units the em square has.
    let unitsPerEm: Int
    let glyphCount: Int
    private let bytes: [UInt8]
    private let tables: [String: Range<Int>]
    private let usesLongOffsets: Bool
    private let metricCount: Int

    /// Reads a font.
    ///
    /// - Parameter bytes: The file, `.ttf`.
    /// - Throws: ``PDFError/Code/notSupported`` for what is not a TrueType font, or one whose license bits forbid to
    ///   embed it; ``PDFError/Code/malformed``.
    public init(_ bytes: [UInt8]) throws(PDFError) {
        let file = BigEndianBytes(bytes[...])
        guard let version = file.uint32(0), version == 0x0001_0000 || version == 0x7472_7565,
            let count = file.uint16(4), bytes.count <= Self.sizeLimit
        else { throw PDFError(.notSupported, "the font does not have TrueType outlines") }
        var tables: [String: Range<Int>] = [:]
        for index in 0..<count {
            guard let tag = file.part(12 + index * 16, 4), let offset = file.uint32(20 + index * 16),
                let length = file.uint32(24 + index * 16), file.part(offset, length) != nil
            else { throw PDFError(.malformed, "a table of the font") }
            tables[String(decoding: tag, as: UTF8.self)] = offset..<(offset + length)
        }
        self.bytes = bytes
        self.tables = tables
        func table(_ tag: String) throws(PDFError) -> BigEndianBytes {
            guard let range = tables[tag] else { throw PDFError(.malformed, "the font has no table \(tag)") }
            return BigEndianBytes(bytes[range])
        }
        let (head, maxp, hhea) = (try table("head"), try table("maxp"), try table("hhea"))
        for tag in ["cmap", "glyf", "loca", "hmtx"] { _ = try table(tag) }
        guard let units = head.uint16(18), (16...16_384).contains(units), let long = head.int16(50),
            let glyphs = maxp.uint16(4), glyphs > 0, let ascent = hhea.int16(4), let descent = hhea.int16(6),
            let metrics = hhea.uint16(34), metrics > 0
        else { throw PDFError(.malformed, "the font's head") }
        unitsPerEm = units
        usesLongOffsets = long != 0
        glyphCount = glyphs
        metricCount = metrics
        self.ascent = ascent
        self.descent = descent
        box = (0..<4).map { head.int16(36 + $0 * 2) ?? 0 }
        // OS/2, fsType: bit 1 alone stands for a license that forbids embedding, bit 8 for one that forbids subsets.
        if let range = tables["OS/2"], let type = BigEndianBytes(bytes[range]).uint16(8),
            type & 0xF == 2 || type & 0x100 != 0
        {
            throw PDFError(.notSupported, "the font's license forbids embedding a subset")
        }
        name = Self.name(tables["name"].map { BigEndianBytes(bytes[$0]) }) ?? "Font"
    }

    /// The PostScript name.
    private static func name(_ table: BigEndianBytes?) -> String? {
        guard let table, let count = table.uint16(2), let storage = table.uint16(4) else { return nil }
        for index in 0..<count {
            let record = 6 + index * 12
            guard table.uint16(record) == 3, table.uint16(record + 6) == 6, let length = table.uint16(record + 8),
                let offset = table.uint16(record + 10), let text = table.part(storage + offset, length)
            else { continue }
            let letters = text.filter { (0x21..<0x7F).contains($0) && PDFSyntax.isRegular($0) }
            if !letters.isEmpty { return String(decoding: letters, as: UTF8.self) }
        }
        return nil
    }

    private func table(_ tag: String) -> BigEndianBytes { BigEndianBytes(bytes[tables[tag] ?? 0..<0]) }

    // MARK: - Glyphs

    /// The glyph of a character; nil if the font has none.
    func glyph(_ character: Unicode.Scalar) -> Int? {
        let cmap = table("cmap")
        let value = Int(character.value)
        var found: Int?
        for index in 0..<(cmap.uint16(2) ?? 0) {
            guard let platform = cmap.uint16(4 + index * 8), let encoding = cmap.uint16(6 + index * 8),
                let offset = cmap.uint32(8 + index * 8),
                platform == 0 || (platform == 3 && [1, 10].contains(encoding)),
                let rest = cmap.part(offset, max(0, cmap.count - offset))
            else { continue }
            let map = BigEndianBytes(rest)
            switch map.uint16(0) {
            case 4: found = Self.lookUp4(map, value) ?? found
            case 12: found = Self.lookUp12(map, value) ?? found
            default: continue
            }
        }
        return found.flatMap { $0 > 0 && $0 < glyphCount ? $0 : nil }
    }

    /// A map by segments of the basic plane.
    private static func lookUp4(_ map: BigEndianBytes, _ value: Int) -> Int? {
        guard value <= 0xFFFF, let double = map.uint16(6) else { return nil }
        for index in 0..<double / 2 {
            guard let end = map.uint16(14 + index * 2) else { return nil }
            guard end >= value else { continue }
            let start = 16 + double + index * 2
            guard let first = map.uint16(start), first <= value, let delta = map.uint16(start + double),
                let offset = map.uint16(start + 2 * double)
            else { return nil }
            if offset == 0 { return (value + delta) & 0xFFFF }
            guard let glyph = map.uint16(start + 2 * double + offset + (value - first) * 2), glyph != 0 else {
                return nil
            }
            return (glyph + delta) & 0xFFFF
        }
        return nil
    }

    /// A map by groups of all planes.
    private static func lookUp12(_ map: BigEndianBytes, _ value: Int) -> Int? {
        for index in 0..<min(map.uint32(12) ?? 0, map.count / 12) {
            guard let first = map.uint32(16 + index * 12), let last = map.uint32(20 + index * 12),
                let glyph = map.uint32(24 + index * 12)
            else { return nil }
            if (first...max(first, last)).contains(value) { return glyph + value - first }
        }
        return nil
    }

    /// The width of a glyph, and what stands left of its outline, in units of the em square.
    func metrics(_ glyph: Int) -> (width: Int, bearing: Int) {
        let table = table("hmtx")
        let index = min(glyph, metricCount - 1)
        let width = table.uint16(index * 4) ?? 0
        let bearing =
            glyph < metricCount ? table.int16(glyph * 4 + 2) : table.int16(metricCount * 4 + (glyph - metricCount) * 2)
        return (width, bearing ?? 0)
    }

    /// The outline of a glyph; empty for one that shows nothing.
    func outline(_ glyph: Int) throws(PDFError) -> [UInt8] {
        let loca = table("loca")
        let places =
            usesLongOffsets
            ? (loca.uint32(glyph * 4), loca.uint32(glyph * 4 + 4))
            : (loca.uint16(glyph * 2).map { $0 * 2 }, loca.uint16(glyph * 2 + 2).map { $0 * 2 })
        guard let start = places.0, let end = places.1, start <= end, let part = table("glyf").part(start, end - start)
        else { throw PDFError(.malformed, "a glyph of the font") }
        return Array(part)
    }
}
