/// Finds the objects of a file whose cross-references are damaged, by looking at every byte once.
///
/// Of an object that stands in the file several times, the last counts: a later revision is appended.
struct ObjectSearch {
    private static let pieceSize = 1 << 18
    /// How far in front of `obj` the number may begin.
    private static let longestHead = 40

    let window: PDFWindow

    /// The objects that were found, and the trailer that names the catalog.
    ///
    /// - Throws: ``PDFError/Code/missing`` if no trailer and no catalog is found.
    func run() throws(PDFError) -> CrossReferences {
        var references = CrossReferences()
        var trailer = PDFDictionary()
        var streams: [UInt64] = []
        var catalog: PDFReference?
        try forEach(from: 0) { offset, found throws(PDFError) in
            switch found.kind {
            case .trailer:
                if let found = try? readTrailer(at: offset), found["Root"] != nil { trailer = found }
            case .object(let number, let generation):
                guard number <= window.limits.objectNumber else { return }
                references.set(number, .at(offset: offset, generation: generation))
                if found.isStructure, let object = try? window.indirectObject(at: offset) {
                    switch object.value.dictionary?["Type"]?.name {
                    case "XRef": if let found = object.value.dictionary, found["Root"] != nil { trailer = found }
                    case "ObjStm": streams.append(offset)
                    case "Catalog": catalog = object.reference
                    default: break
                    }
                }
            }
        }
        for offset in streams { try? addStream(at: offset, to: &references) }
        if trailer["Root"] == nil, let catalog { trailer["Root"] = .reference(catalog) }
        guard trailer["Root"] != nil else { throw PDFError(.missing, "the document catalog") }
        for key in ["Prev", "XRefStm"] as [PDFName] { trailer[key] = nil }
        let highest = references.entries.keys.max() ?? 0
        trailer["Size"] = .integer(highest + 1)
        references.sections = [CrossReferences.Section(offset: nil, isStream: false, trailer: trailer)]
        return references
    }

    /// Calls a closure with the place of each object and trailer from an offset on, in order.
    func forEachHead(from start: UInt64, _ body: (UInt64) throws(PDFError) -> Void) throws(PDFError) {
        try forEach(from: start) { offset, _ throws(PDFError) in try body(offset) }
    }

    private func forEach(
        from start: UInt64,
        _ body: (UInt64, Found) throws(PDFError) -> Void
    ) throws(PDFError) {
        var place = start
        while place < window.source.size {
            let piece = try window.source.read(at: place, count: Self.pieceSize + Self.longestHead)
            for found in Self.find(piece) { try body(place + UInt64(found.start), found) }
            guard UInt64(piece.count) > UInt64(Self.pieceSize) else { break }
            place += UInt64(Self.pieceSize)
        }
    }

    /// Adds the objects of an object stream that have no place of their own.
    private func addStream(at offset: UInt64, to references: inout CrossReferences) throws(PDFError) {
        let object = try window.indirectObject(at: offset)
        guard case .at(offset, _) = references.entries[object.reference.number],
            case .stream(let dictionary, let data) = object.value, let length = dictionary["Length"]?.integer
        else { return }
        let stream = try ObjectStream(
            window.streamData(dictionary, at: data, length: length),
            dictionary,
            window.limits
        )
        for (index, number) in stream.numbers.enumerated() where references.entries[number] == nil {
            references.set(number, .inStream(number: object.reference.number, index: index))
        }
    }

    private func readTrailer(at offset: UInt64) throws(PDFError) -> PDFDictionary {
        try window.parse(at: offset) { parser throws(PDFError) in
            guard try parser.take("trailer"), case .dictionary(let trailer) = try parser.readObject() else {
                throw parser.failure(.malformed)
            }
            return trailer
        }
    }

    // MARK: - Words

    private enum Kind {
        case object(number: Int, generation: UInt16)
        case trailer
    }

    private struct Found {
        let kind: Kind
        let start: Int
        /// Whether the first bytes of the object speak of a catalog, a cross-reference stream or an object stream.
        let isStructure: Bool
    }

    /// What begins in the first ``pieceSize`` bytes of a piece.
    private static func find(_ piece: [UInt8]) -> [Found] {
        var found: [Found] = []
        var index = 0
        let last = piece.count - 3
        while index <= last {
            // `obj` and `trailer` have no byte in common with each other's end: `j` and `l` are rare in data.
            let byte = piece[index + 2]
            if byte == UInt8(ascii: "j"), piece[index] == UInt8(ascii: "o"), piece[index + 1] == UInt8(ascii: "b") {
                if let object = object(piece, index), object.start < pieceSize { found.append(object) }
                index += 3
            } else if byte == UInt8(ascii: "a"), piece[index] == UInt8(ascii: "t"), index < pieceSize,
                piece[index...].starts(with: "trailer".utf8)
            {
                found.append(Found(kind: .trailer, start: index, isStructure: false))
                index += 7
            } else {
                index += 1
            }
        }
        return found
    }

    /// The head of an object whose `obj` stands at an index; nil if there is none.
    private static func object(_ piece: [UInt8], _ index: Int) -> Found? {
        var cursor = index
        guard let generation = number(piece, &cursor), generation <= 65_535, let number = number(piece, &cursor),
            number > 0, cursor == 0 || !PDFSyntax.isRegular(piece[cursor - 1])
        else { return nil }
        let head = piece[(index + 3)...].prefix(200)
        let isStructure = ["/XRef", "/ObjStm", "/Catalog"].contains { word in
            let word = Array(word.utf8)
            return head.indices.contains { head[$0...].starts(with: word) }
        }
        return Found(
            kind: .object(number: number, generation: UInt16(generation)),
            start: cursor,
            isStructure: isStructure
        )
    }

    /// A number and the white space behind it, read backwards.
    private static func number(_ piece: [UInt8], _ cursor: inout Int) -> Int? {
        let start = cursor
        while cursor > 0, PDFSyntax.isSpace(piece[cursor - 1]) { cursor -= 1 }
        guard cursor < start else { return nil }
        var (value, scale, digits) = (0, 1, 0)
        while cursor > 0, PDFSyntax.isDigit(piece[cursor - 1]), digits < 10 {
            cursor -= 1
            value += Int(piece[cursor] - 0x30) * scale
            scale *= 10
            digits += 1
        }
        return digits > 0 ? value : nil
    }
}
