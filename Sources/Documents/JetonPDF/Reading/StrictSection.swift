/// A cross-reference section that is written exactly as the standard has it.
///
/// Where a section departs from the standard, some readers search the file for its objects instead, and others do not:
/// they show different pages.
///
/// - SeeAlso: ISO 32000-2, 7.5.4, 7.5.5 and 7.5.8.
struct StrictSection {
    /// The highest value of Size that every reader takes.
    static let sizeLimit = 1 << 22

    /// Where the objects are that it lists.
    private(set) var entries: [Int: CrossReferences.Entry] = [:]
    /// The trailer, or the dictionary of the cross-reference stream.
    private(set) var trailer = PDFDictionary()
    /// The cross-reference stream; nil for a table.
    private(set) var stream: PDFReference?
    /// Where the trailer begins; nil for a cross-reference stream.
    private(set) var trailerOffset: UInt64?
    /// Where the section ends.
    private(set) var end: UInt64 = 0
    /// Whether a table has a subsection, which may list nothing.
    private var hasSubsection = false

    /// Reads a section.
    ///
    /// - Throws: ``PDFError`` with what departs from the standard.
    init(_ window: PDFWindow, at offset: UInt64) throws(PDFError) {
        // Within a number, such as the second digit of `22 0 obj`, another object seems to begin, and some readers search.
        guard offset > 0, let before = try window.source.read(at: offset - 1, count: 1).first,
            [0x09, 0x0A, 0x0D, 0x20].contains(before)
        else { throw PDFError(.malformed, at: offset, "cross-references without white space in front of them") }
        let isTable = try window.parse(at: offset) { parser throws(PDFError) in try parser.takeExactly("xref") }
        if isTable {
            try readTable(window, at: offset)
        } else {
            try readStream(window, at: offset)
        }
        guard !PDFObject.dictionary(trailer).hasDuplicateKeys else {
            throw PDFError(.malformed, at: offset, "a trailer with a duplicate key")
        }
        guard !PDFObject.dictionary(trailer).hasNameWithNull else {
            throw PDFError(.malformed, at: offset, "a trailer with a zero byte in a name")
        }
        guard !trailer.hasNullValues else { throw PDFError(.malformed, at: offset, "a trailer with the value null") }
        // Word writes a table of one subsection without entries, which every reader takes.
        guard !entries.isEmpty || hasSubsection else {
            throw PDFError(.malformed, at: offset, "cross-references without entries")
        }
        let size = trailer["Size"]?.integer ?? -1
        guard size > entries.keys.max() ?? 0, size <= Self.sizeLimit else {
            throw PDFError(.malformed, at: offset, "a trailer whose /Size is not greater than its object numbers")
        }
    }

    private mutating func add(
        _ number: Int,
        _ entry: CrossReferences.Entry,
        _ offset: UInt64
    ) throws(PDFError) {
        // Some readers search the file then.
        guard number > 0 || entry == .free else {
            throw PDFError(.malformed, at: offset, "cross-references that list object 0 as in use")
        }
        guard entries.updateValue(entry, forKey: number) == nil else {
            throw PDFError(.malformed, at: offset, "cross-references that list object \(number) twice")
        }
    }

    // MARK: - Tables

    private mutating func readTable(_ window: PDFWindow, at offset: UInt64) throws(PDFError) {
        var place = try window.parse(at: offset) { parser throws(PDFError) in
            guard try parser.takeExactly("xref"), try parser.takeEndOfLine() else {
                throw parser.failure(.malformed, "'xref' is not on its own line")
            }
            return parser.base + UInt64(parser.position)
        }
        while let head = try Self.readHead(window, at: place) {
            guard head.first + head.count <= Self.sizeLimit else {
                throw PDFError(.malformed, at: place, "cross-references for too many objects")
            }
            place = head.end
            hasSubsection = true
            var number = head.first
            while number < head.first + head.count {
                let batch = min(head.first + head.count - number, 4_096)
                let bytes = try window.source.read(at: place, count: batch * 20)
                guard bytes.count == batch * 20 else { throw PDFError(.truncated, at: place) }
                for index in 0..<batch {
                    guard let entry = Self.entry(bytes[(index * 20)..<(index * 20 + 20)]) else {
                        let offset = place + UInt64(index * 20)
                        throw PDFError(.malformed, at: offset, "a cross-reference entry that is not 20 bytes long")
                    }
                    try add(number, entry, place)
                    number += 1
                }
                place += UInt64(bytes.count)
            }
        }
        (trailerOffset, trailer, end) = try window.parse(at: place) { parser throws(PDFError) in
            try parser.skipWhiteSpace()
            let start = parser.base + UInt64(parser.position)
            guard try parser.takeExactly("trailer") else { throw parser.failure(.malformed, "no 'trailer'") }
            try parser.skipFiller()
            guard case .dictionary(let trailer) = try parser.readObject() else {
                throw parser.failure(.malformed, "no trailer dictionary")
            }
            return (start, trailer, parser.base + UInt64(parser.position))
        }
    }

    /// The first number of a subsection and how many follow; nil in front of the trailer.
    private static func readHead(
        _ window: PDFWindow,
        at place: UInt64
    ) throws(PDFError) -> (first: Int, count: Int, end: UInt64)? {
        try window.parse(at: place) { parser throws(PDFError) in
            guard let first = try parser.readDigits() else { return nil }
            guard try parser.next() == 0x20 else { throw parser.failure(.malformed, "the header of a subsection") }
            parser.position += 1
            guard let count = try parser.readDigits(), first <= sizeLimit, count <= sizeLimit,
                try parser.takeEndOfLine()
            else { throw parser.failure(.malformed, "the header of a subsection") }
            return (first, count, parser.base + UInt64(parser.position))
        }
    }

    /// An entry of 20 bytes; nil if it is written in another way.
    private static func entry(_ bytes: ArraySlice<UInt8>) -> CrossReferences.Entry? {
        let start = bytes.startIndex
        func digits(_ range: Range<Int>) -> UInt64? {
            let part = bytes[(start + range.lowerBound)..<(start + range.upperBound)]
            guard part.allSatisfy(PDFSyntax.isDigit) else { return nil }
            return part.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
        }
        let ends: [[UInt8]] = [[0x20, 0x0A], [0x20, 0x0D], [0x0D, 0x0A]]
        guard let offset = digits(0..<10), let generation = digits(11..<16), bytes[start + 10] == 0x20,
            bytes[start + 16] == 0x20, ends.contains(Array(bytes[(start + 18)...]))
        else { return nil }
        switch bytes[start + 17] {
        case UInt8(ascii: "n"):
            return UInt16(exactly: generation).map { .at(offset: offset, generation: $0) }
        // MuPDF writes the generation 65536 for what never was an object.
        case UInt8(ascii: "f"): return .free
        default: return nil
        }
    }

    // MARK: - Streams

    private mutating func readStream(_ window: PDFWindow, at offset: UInt64) throws(PDFError) {
        let object = try StrictObject(window, at: offset)
        guard case .stream(let dictionary, let place) = object.value, dictionary["Type"]?.name == "XRef",
            let length = dictionary["Length"]?.integer, let size = dictionary["Size"]?.integer, size <= Self.sizeLimit
        else { throw PDFError(.malformed, at: offset, "no cross-reference section") }
        end = try object.end(window, length: length)
        stream = object.reference
        trailer = dictionary
        let widths = (dictionary["W"]?.array ?? []).compactMap(\.integer)
        let index = dictionary["Index"].map { ($0.array ?? []).compactMap(\.integer) } ?? [0, size]
        let width = widths.reduce(0) { $0 &+ $1 }
        guard widths.count == 3, widths.allSatisfy({ (0...8).contains($0) }), width > 0, index.count.isMultiple(of: 2),
            index.allSatisfy({ (0...Self.sizeLimit).contains($0) })
        else { throw PDFError(.malformed, at: offset, "/W or /Index of a cross-reference stream") }
        let data = try window.streamData(dictionary, at: place, length: length)
        let counts = stride(from: 1, to: index.count, by: 2).map { index[$0] }
        guard data.count == counts.reduce(0, +) * width else {
            throw PDFError(.malformed, at: offset, "a cross-reference stream whose length differs from /Length")
        }
        var rest = data[...]
        for pair in stride(from: 0, to: index.count, by: 2) {
            for number in index[pair]..<(index[pair] + index[pair + 1]) {
                guard let entry = CrossReferenceReader.entry(rest.prefix(width), widths) else {
                    throw PDFError(.malformed, at: offset, "a cross-reference of unknown type")
                }
                try add(number, entry, offset)
                rest = rest.dropFirst(width)
            }
        }
    }
}
