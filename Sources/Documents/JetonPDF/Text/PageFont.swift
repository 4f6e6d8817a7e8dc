import JetonOctets

/// A font of a page: which characters the codes of its strings stand for, and how wide they are.
///
/// - SeeAlso: ISO 32000-2, 9.6 and 9.7.
struct PageFont {
    /// The widths of Helvetica from U+0020 to U+007E, for fonts that every reader has and that state none.
    private static let widths = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1_015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ]

    /// How many bytes a code has.
    private let codeSize: Int
    private var characters: [Int: String]
    private var widths: [Int: Double] = [:]
    private var defaultWidth: Double?

    /// Reads a font.
    ///
    /// - Throws: ``PDFError`` if its objects can't be read.
    init(_ font: PDFDictionary, of document: PDFDocument) throws(PDFError) {
        let isComposite = font["Subtype"]?.name == "Type0"
        var map: CharacterMap?
        if let stream = font["ToUnicode"], let data = try? document.streamData(stream) {
            map = CharacterMap(data, limits: document.window.limits)
        }
        characters = map?.characters ?? [:]
        codeSize = isComposite ? map?.codeSize ?? 2 : 1
        if isComposite {
            let descendants = try document.resolve(font["DescendantFonts"]).array ?? []
            let descendant = try document.dictionary(descendants.first) ?? PDFDictionary()
            defaultWidth = try document.resolve(descendant["DW"]).number ?? 1_000
            try addWidths(document.resolve(descendant["W"]).array ?? [], document)
        } else {
            try addEncoding(document.resolve(font["Encoding"]), document)
            let first = try document.resolve(font["FirstChar"]).integer ?? 0
            for (index, width) in (try document.resolve(font["Widths"]).array ?? []).prefix(256).enumerated() {
                widths[first &+ index] = try document.resolve(width).number
            }
            let name = font["BaseFont"]?.name.map { ForeignText($0) }
            if name?.contains("Courier") == true { defaultWidth = 600 }
        }
    }

    /// The codes of a string.
    func codes(_ string: [UInt8]) -> [Int] {
        stride(from: 0, through: string.count - codeSize, by: codeSize).map { start in
            string[start..<start + codeSize].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// What a code stands for; empty if the font does not say.
    func text(_ code: Int) -> String { characters[code] ?? "" }

    /// The width of a code's glyph in thousandths of the size.
    func width(_ code: Int) -> Double {
        if let width = widths[code] ?? defaultWidth { return width }
        return (0x20...0x7E).contains(code) ? Double(Self.widths[code - 0x20]) : 500
    }

    /// Whether the spacing of words applies to a code.
    func isSpace(_ code: Int) -> Bool { codeSize == 1 && code == 0x20 }

    /// - SeeAlso: ISO 32000-2, 9.7.4.3.
    private mutating func addWidths(_ entries: [PDFObject], _ document: PDFDocument) throws(PDFError) {
        var index = 0
        while index + 1 < entries.count, widths.count < 65_536 {
            guard let first = try document.resolve(entries[index]).integer else { return }
            let second = try document.resolve(entries[index + 1])
            if let list = second.array {
                for (offset, width) in list.enumerated() {
                    widths[first &+ offset] = try document.resolve(width).number
                }
                index += 2
            } else if let last = second.integer, index + 2 < entries.count {
                let width = try document.resolve(entries[index + 2]).number
                if (0...65_535).contains(first), (first...65_535).contains(max(first, last)) {
                    for code in first...max(first, last) { widths[code] = width }
                }
                index += 3
            } else {
                return
            }
        }
    }

    // MARK: - Encodings

    /// Adds the characters of a simple font's encoding where the font's own map says nothing.
    ///
    /// - SeeAlso: ISO 32000-2, 9.6.5 and annex D.
    private mutating func addEncoding(_ encoding: PDFObject, _ document: PDFDocument) throws(PDFError) {
        var given: [Int: String] = [:]
        var code = 0
        for entry in try document.resolve(encoding.dictionary?["Differences"]).array ?? [] {
            if let number = entry.integer {
                code = number
            } else if let name = entry.name {
                given[code] = GlyphNames.text(name.description)
                code &+= 1
            }
        }
        let base = encoding.name ?? encoding.dictionary?["BaseEncoding"]?.name
        for code in 0x20...0xFF where characters[code] == nil {
            if let text = given[code] {
                characters[code] = text
            } else if code < 0x7F || base == "WinAnsiEncoding" {
                characters[code] = GlyphNames.windowsText(code)
            }
        }
    }
}
