/// The glyphs of a font that a text needs, as a font of its own without hints.
///
/// - SeeAlso: ISO 32000-2, 9.9.2: font subsets.
struct FontSubset {
    /// How many glyphs are taken: a text of a signature is short.
    private static let glyphLimit = 2_000

    let font: TrueTypeFont
    /// The glyphs of the font in the order of their new numbers; the first is the one for missing characters.
    private var glyphs: [Int] = [0]
    private var numbers: [Int: Int] = [0: 0]
    /// The characters by the new numbers of their glyphs.
    private var characters: [Int: Unicode.Scalar] = [:]

    init(_ font: TrueTypeFont) { self.font = font }

    /// The new number of a character's glyph.
    ///
    /// - Throws: ``PDFError/Code/notSupported`` for a character of a script that needs shaping, or without a glyph.
    mutating func glyph(_ character: Unicode.Scalar) throws(PDFError) -> Int {
        let properties = character.properties
        guard Self.isSimple(character) else {
            let code = String(character.value, radix: 16, uppercase: true)
            let name = properties.name.map { " (\($0))" } ?? ""
            throw PDFError(
                .notSupported,
                "the character U+\(code)\(name) belongs to a script that needs shaping; only Latin, Greek and "
                    + "Cyrillic are supported"
            )
        }
        guard let glyph = font.glyph(character) else {
            throw PDFError(.notSupported, "the font \(font.name) has no glyph for '\(character)'")
        }
        let number = try add(glyph)
        characters[number] = character
        return number
    }

    /// Whether one character is one glyph, left to right.
    private static func isSimple(_ character: Unicode.Scalar) -> Bool {
        switch character.value {
        // Latin, spacing modifiers, Greek, Cyrillic; punctuation, symbols and currency; their extensions.
        case 0x20...0x7E, 0xA0...0x2FF, 0x370...0x52F, 0x1D00...0x1DBF, 0x1E00...0x1FFF, 0x2010...0x2027,
            0x2030...0x205E, 0x2070...0x20CF, 0x2100...0x27BF, 0x2C60...0x2C7F, 0xA640...0xA69F, 0xA720...0xA7FF:
            character.properties.generalCategory != .nonspacingMark
        default: false
        }
    }

    private mutating func add(_ glyph: Int) throws(PDFError) -> Int {
        if let number = numbers[glyph] { return number }
        guard glyphs.count < Self.glyphLimit else { throw PDFError(.limitExceeded, "more than 2,000 different glyphs") }
        let number = glyphs.count
        glyphs.append(glyph)
        numbers[glyph] = number
        return number
    }

    // MARK: - Font file

    /// The font file: the tables that PDF asks for.
    ///
    /// - SeeAlso: ISO 32000-2, 9.9.1, table 124.
    mutating func file() throws(PDFError) -> [UInt8] {
        var outlines: [[UInt8]] = []
        var index = 0
        // Parts of composed glyphs are added behind, and may be composed themselves.
        while index < glyphs.count {
            outlines.append(try renumbered(try font.outline(glyphs[index])))
            index += 1
        }
        var (glyf, loca, hmtx): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for (number, outline) in outlines.enumerated() {
            loca.append(uint32: glyf.count)
            glyf += outline + [UInt8](repeating: 0, count: (4 - outline.count % 4) % 4)
            let (width, bearing) = font.metrics(glyphs[number])
            hmtx.append(uint16: width)
            hmtx.append(uint16: bearing)
        }
        loca.append(uint32: glyf.count)
        var (head, hhea, maxp): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for value in [0x0001_0000, 0x0001_0000, 0, 0x5F0F_3CF5] { head.append(uint32: value) }
        head.append(uint16: 0)
        head.append(uint16: font.unitsPerEm)
        for _ in 0..<4 { head.append(uint32: 0) }
        for value in font.box { head.append(uint16: value) }
        for value in [0, 8, 2, 1, 0] { head.append(uint16: value) }
        hhea.append(uint32: 0x0001_0000)
        for value in [font.ascent, font.descent, 0, font.unitsPerEm, 0, 0, 0, 1] + [Int](repeating: 0, count: 7) {
            hhea.append(uint16: value)
        }
        hhea.append(uint16: 0)
        hhea.append(uint16: glyphs.count)
        maxp.append(uint32: 0x0001_0000)
        // The most points, contours and levels of parts; generous, since readers only reserve room by them.
        for value in [glyphs.count, 1_000, 100, 1_000, 100, 1, 0, 0, 0, 0, 0, 0, 16, 4] { maxp.append(uint16: value) }
        return Self.assemble([
            ("glyf", glyf), ("head", head), ("hhea", hhea), ("hmtx", hmtx), ("loca", loca), ("maxp", maxp),
        ])
    }

    /// An outline without hints, whose parts have their new numbers.
    private mutating func renumbered(_ outline: [UInt8]) throws(PDFError) -> [UInt8] {
        let malformed = PDFError(.malformed, "a glyph of the font")
        guard !outline.isEmpty else { return [] }
        let reader = BigEndianBytes(outline[...])
        guard let contours = reader.int16(0) else { throw malformed }
        if contours >= 0 {
            let place = 10 + contours * 2
            guard let hints = reader.uint16(place), place + 2 + hints <= outline.count else { throw malformed }
            return Array(outline[..<place]) + [0, 0] + Array(outline[(place + 2 + hints)...])
        }
        var result = outline
        var place = 10
        while true {
            guard let flags = reader.uint16(place), let part = reader.uint16(place + 2), part < font.glyphCount else {
                throw malformed
            }
            let number = try add(part)
            // Without the bit that says that hints follow.
            let kept = flags & ~0x100
            (result[place], result[place + 1]) = (UInt8(kept >> 8), UInt8(kept & 0xFF))
            (result[place + 2], result[place + 3]) = (UInt8(number >> 8), UInt8(number & 0xFF))
            place += 4 + (flags & 1 != 0 ? 4 : 2)
            place += flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
            guard place <= outline.count else { throw malformed }
            if flags & 0x20 == 0 { return Array(result[..<place]) }
        }
    }

    private static func assemble(_ tables: [(tag: String, data: [UInt8])]) -> [UInt8] {
        func checksum(_ data: [UInt8]) -> Int {
            var sum = 0
            for start in stride(from: 0, to: data.count, by: 4) {
                var word = 0
                for index in 0..<4 { word = word << 8 | (start + index < data.count ? Int(data[start + index]) : 0) }
                sum = (sum + word) & 0xFFFF_FFFF
            }
            return sum
        }
        var file: [UInt8] = []
        file.append(uint32: 0x0001_0000)
        // Six tables: the largest power of two is 4.
        for value in [tables.count, 64, 2, tables.count * 16 - 64] { file.append(uint16: value) }
        var body: [UInt8] = []
        let start = 12 + tables.count * 16
        var headPlace = 0
        for (tag, data) in tables {
            if tag == "head" { headPlace = start + body.count }
            file += tag.utf8
            file.append(uint32: checksum(data))
            file.append(uint32: start + body.count)
            file.append(uint32: data.count)
            body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
        }
        file += body
        var adjustment: [UInt8] = []
        adjustment.append(uint32: 0xB1B0_AFBA &- checksum(file))
        file.replaceSubrange((headPlace + 8)..<(headPlace + 12), with: adjustment)
        return file
    }

    // MARK: - PDF

    /// A number of thousandths of the em square.
    private func scaled(_ units: Int) -> Int { units * 1_000 / font.unitsPerEm }

    /// The width of a glyph by its new number, in thousandths of the em square.
    func width(_ number: Int) -> Int { scaled(font.metrics(glyphs[number]).width) }

    /// Adds the font to a revision.
    ///
    /// - SeeAlso: ISO 32000-2, 9.7: composite fonts.
    mutating func add(to revision: inout PDFRevision) throws(PDFError) -> PDFReference {
        let file = try file()
        let (program, descriptor) = (revision.newReference(), revision.newReference())
        let (descendant, map, font) = (revision.newReference(), revision.newReference(), revision.newReference())
        // Six letters tell subsets of one font apart.
        var seed = glyphs.reduce(5_381) { ($0 &* 33 &+ $1) & 0x7FFF_FFFF }
        let tag = (0..<6).map { _ in
            defer { seed /= 26 }
            return UInt8(ascii: "A") + UInt8(seed % 26)
        }
        let name = PDFObject.name(PDFName(tag + Array("+\(self.font.name)".utf8)))
        revision.set(program, .stream(PDFDictionary([("Length1", .integer(file.count))]), compressing: file))
        revision.set(
            descriptor,
            .value(
                .dictionary(
                    PDFDictionary([
                        ("Type", .name("FontDescriptor")), ("FontName", name), ("Flags", .integer(4)),
                        ("FontBBox", .array(self.font.box.map { .integer(scaled($0)) })), ("ItalicAngle", .integer(0)),
                        ("Ascent", .integer(scaled(self.font.ascent))),
                        ("Descent", .integer(scaled(self.font.descent))),
                        ("CapHeight", .integer(scaled(self.font.ascent))), ("StemV", .integer(80)),
                        ("FontFile2", .reference(program)),
                    ])
                )
            )
        )
        let system = PDFDictionary([
            ("Registry", .string(Array("Adobe".utf8))), ("Ordering", .string(Array("Identity".utf8))),
            ("Supplement", .integer(0)),
        ])
        revision.set(
            descendant,
            .value(
                .dictionary(
                    PDFDictionary([
                        ("Type", .name("Font")), ("Subtype", .name("CIDFontType2")), ("BaseFont", name),
                        ("CIDSystemInfo", .dictionary(system)), ("FontDescriptor", .reference(descriptor)),
                        ("CIDToGIDMap", .name("Identity")), ("DW", .integer(1_000)),
                        ("W", .array([.integer(0), .array(glyphs.indices.map { .integer(width($0)) })])),
                    ])
                )
            )
        )
        revision.set(map, .stream(PDFDictionary(), compressing: characterMap))
        revision.set(
            font,
            .value(
                .dictionary(
                    PDFDictionary([
                        ("Type", .name("Font")), ("Subtype", .name("Type0")), ("BaseFont", name),
                        ("Encoding", .name("Identity-H")), ("DescendantFonts", .array([.reference(descendant)])),
                        ("ToUnicode", .reference(map)),
                    ])
                )
            )
        )
        return font
    }

    /// Which characters the glyphs stand for, so that readers can search and copy.
    ///
    /// - SeeAlso: ISO 32000-2, 9.10.3.
    private var characterMap: [UInt8] {
        func hex(_ value: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, 4 - text.count)) + text
        }
        var text = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """
        let sorted = characters.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: sorted.count, by: 100) {
            let part = sorted[start..<min(sorted.count, start + 100)]
            text += "\(part.count) beginbfchar\n"
            for (number, character) in part { text += "<\(hex(number))> <\(hex(Int(character.value)))>\n" }
            text += "endbfchar\n"
        }
        text += "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        return Array(text.utf8)
    }
}
