/// Reads the chain of cross-reference sections.
struct CrossReferenceReader {
    let window: PDFWindow
    var result = CrossReferences()
    private var visited: Set<UInt64> = []

    init(_ window: PDFWindow) { self.window = window }

    /// Reads all sections from the last one on.
    mutating func read(from start: UInt64) throws(PDFError) -> CrossReferences {
        var next: UInt64? = start
        while let offset = next {
            guard visited.insert(offset).inserted else { throw PDFError(.circular, at: offset, "cross-references") }
            guard visited.count <= window.limits.sections else {
                throw PDFError(.limitExceeded, at: offset, "more than \(window.limits.sections) revisions")
            }
            let trailer = try readSection(at: offset)
            next = try Self.previous(trailer, offset)
        }
        return result
    }

    private static func previous(_ trailer: PDFDictionary, _ offset: UInt64) throws(PDFError) -> UInt64? {
        guard let value = trailer["Prev"] else { return nil }
        guard let number = value.integer, number >= 0 else { throw PDFError(.malformed, at: offset, "/Prev") }
        return UInt64(number)
    }

    private mutating func readSection(at offset: UInt64) throws(PDFError) -> PDFDictionary {
        let isTable = try window.parse(at: offset) { parser throws(PDFError) in
            try parser.skipSpace()
            return try parser.take("xref")
        }
        if !isTable { return try readStream(at: offset) }
        var section = CrossReferences.Section(offset: offset, isStream: false, trailer: PDFDictionary())
        let trailer = try readTable(at: offset, &section)
        section = CrossReferences.Section(
            offset: offset,
            isStream: false,
            trailer: trailer,
            numbers: section.numbers
        )
        // A hybrid file: what the stream says of objects that the table calls free.
        let hybrid = try trailer["XRefStm"].map { value throws(PDFError) -> UInt64 in
            guard let number = value.integer, number >= 0 else { throw PDFError(.malformed, at: offset, "/XRefStm") }
            return UInt64(number)
        }
        result.sections.append(section)
        if let hybrid, visited.insert(hybrid).inserted {
            let index = result.sections.count
            _ = try readStream(at: hybrid)
            let stream = result.sections.remove(at: index)
            result.sections[index - 1].numbers += stream.numbers
        }
        return trailer
    }

    // MARK: - Tables

    /// Reads `xref`, its subsections and the trailer.
    private mutating func readTable(
        at offset: UInt64,
        _ section: inout CrossReferences.Section
    ) throws(PDFError) -> PDFDictionary {
        var place = try window.parse(at: offset) { parser throws(PDFError) -> UInt64 in
            try parser.skipSpace()
            _ = try parser.take("xref")
            return parser.base + UInt64(parser.position)
        }
        while true {
            // Entries are read in batches, so that the window stays small however long a subsection is.
            let head = try window.parse(at: place) {
                parser throws(PDFError) -> (first: Int, count: Int, end: UInt64)? in
                try parser.skipSpace()
                guard let first = try parser.readDigits() else { return nil }
                try parser.skipSpace()
                guard let count = try parser.readDigits() else { throw parser.failure(.malformed, "no count") }
                return (first, count, parser.base + UInt64(parser.position))
            }
            guard let head else { break }
            guard head.first <= window.limits.objectNumber, head.count <= window.limits.objectNumber + 1 - head.first
            else { throw PDFError(.limitExceeded, at: place, "object numbers above \(window.limits.objectNumber)") }
            place = head.end
            var number = head.first
            let end = head.first + head.count
            while number < end {
                let batch = min(end - number, 512)
                let (entries, next) = try window.parse(at: place) { parser throws(PDFError) in
                    try Self.readEntries(&parser, batch)
                }
                for entry in entries {
                    if number > 0 { result.add(number, entry, to: &section) }
                    number += 1
                }
                place = next
            }
        }
        return try window.parse(at: place) { parser throws(PDFError) in
            try parser.skipSpace()
            guard try parser.take("trailer") else { throw parser.failure(.malformed, "no 'trailer'") }
            guard case .dictionary(let trailer) = try parser.readObject() else {
                throw parser.failure(.malformed, "no trailer dictionary")
            }
            return trailer
        }
    }

    private static func readEntries(
        _ parser: inout PDFParser,
        _ count: Int
    ) throws(PDFError) -> (entries: [CrossReferences.Entry], end: UInt64) {
        var entries: [CrossReferences.Entry] = []
        for _ in 0..<count {
            try parser.skipSpace()
            guard let offset = try parser.readDigits() else { throw parser.failure(.malformed, "no offset") }
            try parser.skipSpace()
            guard let generation = try parser.readDigits() else {
                throw parser.failure(.malformed, "no generation number")
            }
            try parser.skipSpace()
            switch try parser.readWord() {
            case "n":
                guard let generation = UInt16(exactly: generation) else {
                    throw parser.failure(.malformed, "a generation above 65,535")
                }
                entries.append(.at(offset: UInt64(offset), generation: generation))
            // MuPDF writes the generation 65536 for what never was an object.
            case "f": entries.append(.free)
            default: throw parser.failure(.malformed, "neither n nor f")
            }
        }
        return (entries, parser.base + UInt64(parser.position))
    }

    // MARK: - Streams

    /// Reads a cross-reference stream.
    private mutating func readStream(at offset: UInt64) throws(PDFError) -> PDFDictionary {
        let object = try window.indirectObject(at: offset)
        guard case .stream(let dictionary, let place) = object.value, dictionary["Type"]?.name == "XRef" else {
            throw PDFError(.malformed, at: offset, "no cross-reference section")
        }
        guard let length = dictionary["Length"]?.integer else {
            throw PDFError(.malformed, at: offset, "/Length of a cross-reference stream")
        }
        let data = try window.streamData(dictionary, at: place, length: length)
        let widths = (dictionary["W"]?.array ?? []).compactMap(\.integer)
        guard widths.count == 3, widths.allSatisfy({ (0...8).contains($0) }), widths.reduce(0, +) > 0,
            let size = dictionary["Size"]?.integer
        else { throw PDFError(.malformed, at: offset, "/W of a cross-reference stream") }
        let index = dictionary["Index"].map { ($0.array ?? []).compactMap(\.integer) } ?? [0, size]
        guard index.count.isMultiple(of: 2), !index.isEmpty else { throw PDFError(.malformed, at: offset, "/Index") }
        var section = CrossReferences.Section(offset: offset, isStream: true, trailer: dictionary)
        var rest = data[...]
        let width = widths.reduce(0, +)
        for pair in stride(from: 0, to: index.count, by: 2) {
            let (first, count) = (index[pair], index[pair + 1])
            guard first >= 0, count >= 0, first <= window.limits.objectNumber,
                count <= window.limits.objectNumber + 1 - first
            else { throw PDFError(.limitExceeded, at: offset, "object numbers above \(window.limits.objectNumber)") }
            // Some writers announce more than there is.
            for number in first..<first + min(count, rest.count / width) {
                let entry = Self.entry(rest.prefix(width), widths)
                rest = rest.dropFirst(width)
                if let entry, number > 0 { result.add(number, entry, to: &section) }
            }
        }
        result.sections.append(section)
        return dictionary
    }

    /// An entry; nil for a type that later versions of PDF may define, which is as good as null.
    static func entry(_ bytes: ArraySlice<UInt8>, _ widths: [Int]) -> CrossReferences.Entry? {
        var fields: [UInt64] = []
        var rest = bytes
        for width in widths {
            fields.append(rest.prefix(width).reduce(0) { $0 << 8 | UInt64($1) })
            rest = rest.dropFirst(width)
        }
        switch widths[0] == 0 ? 1 : fields[0] {
        case 0: return .free
        case 1: return .at(offset: fields[1], generation: UInt16(truncatingIfNeeded: fields[2]))
        case 2:
            guard fields[1] <= 8_388_607, fields[2] <= 8_388_607 else { return nil }
            return .inStream(number: Int(fields[1]), index: Int(fields[2]))
        default: return nil
        }
    }
}
