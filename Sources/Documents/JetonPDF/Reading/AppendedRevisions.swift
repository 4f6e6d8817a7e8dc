/// The revisions behind a place of a file, read byte by byte as a strict reader reads them.
///
/// Each byte belongs to an object that the revision's cross-references list, to the cross-references, or to white space.
/// Where that does not hold, some readers search the file for objects, find others than the cross-references list, and
/// show other pages than the rest.
///
/// - SeeAlso: ISO 32000-2, 7.5.4 to 7.5.8.
struct AppendedRevisions {
    /// How much white space may be behind the last revision: some readers look for its end in the last 1,024 bytes.
    static let trailingLimit: UInt64 = 256
    /// How deep objects may nest for every reader.
    private static let depthLimit = 48

    private let document: PDFDocument
    /// The file without its encryption.
    private let window: PDFWindow
    /// Where the objects are in the revision that was read last.
    private var known: [Int: CrossReferences.Entry]
    private var highest: Int
    /// What the trailer states of encryption, which stays in all revisions.
    private let encryption: PDFObject?
    /// The appended objects that hold or list others.
    private var structures: Set<Int> = []
    /// Where the last section begins.
    private var previous: UInt64?
    /// The objects and trailers that were read.
    private var heads: Set<UInt64> = []
    /// Where a revision ends: from the end of its last line up to what follows.
    private(set) var ends: [ClosedRange<UInt64>] = []
    /// Where the file departs from the standard first; nil if it does not.
    private(set) var flaw: PDFError?
    /// Whether a revision has a trailer that some readers do not follow, and search the file instead.
    ///
    /// Programs are known that write such revisions.
    private(set) var isDamaged = false

    /// Reads what stands behind a former state of a document.
    init(of document: PDFDocument, behind former: PDFDocument) {
        self.document = document
        var limits = document.window.limits
        limits.depth = Self.depthLimit
        limits.objectNumber = StrictSection.sizeLimit - 1
        window = PDFWindow(source: document.source, limits: limits)
        known = former.references.entries
        highest = known.keys.max() ?? 0
        encryption = former.trailer["Encrypt"]
        previous = former.references.sections.first?.offset
        let start = former.source.size
        do throws(PDFError) {
            try checkStart(start)
            ends = [start...(try skip(from: start))]
            while let place = ends.last?.upperBound, place < window.source.size {
                if try readRevision(at: place) { isDamaged = true }
            }
            try checkHeads(from: start)
            try checkTrailing()
        } catch {
            flaw = error
        }
    }

    /// Whether a revision ends at a place.
    func hasEnd(at place: UInt64) -> Bool { ends.contains { $0.contains(place) } }

    // MARK: - Revisions

    private func skip(from place: UInt64) throws(PDFError) -> UInt64 {
        guard place < window.source.size else { return place }
        return try window.parse(at: place) { parser throws(PDFError) in
            try parser.skipFiller()
            return parser.base + UInt64(parser.position)
        }
    }

    /// A line that is a comment, such as `%%EOF`, must end before an object begins.
    private func checkStart(_ start: UInt64) throws(PDFError) {
        let last = try window.source.read(at: start - 1, count: 1).first
        guard last != 0x0A, last != 0x0D else { return }
        let isLine = try window.parse(at: start) { parser throws(PDFError) in
            while try parser.next() == 0x20 { parser.position += 1 }
            let byte = try parser.next()
            return byte == nil || byte == 0x0A || byte == 0x0D
        }
        guard isLine else { throw PDFError(.malformed, at: start, "a revision begins in the middle of a line") }
    }

    /// Reads a revision; returns whether its trailer is damaged.
    private mutating func readRevision(at start: UInt64) throws(PDFError) -> Bool {
        var objects: [Int: StrictObject] = [:]
        var place = start
        while true {
            let first = try window.parse(at: place) { parser throws(PDFError) in try parser.peek() }
            if first == UInt8(ascii: "x") {
                let section = try StrictSection(window, at: place)
                return try readEnd(section, objects, from: section.end, section: place)
            } else if first == UInt8(ascii: "s") {
                break
            } else {
                let object = try StrictObject(window, at: place)
                guard objects.updateValue(object, forKey: object.reference.number) == nil else {
                    throw PDFError(.malformed, at: place, "object \(object.reference.number) twice in one revision")
                }
                heads.insert(place)
                place = try skip(from: object.end(window, length: length(of: object)))
            }
        }
        let streams = objects.values.filter { $0.value.dictionary?["Type"]?.name == "XRef" }
        guard let stream = streams.first, streams.count == 1 else {
            throw PDFError(.malformed, at: place, "a revision without its own cross-references")
        }
        let section = try StrictSection(window, at: stream.offset)
        return try readEnd(section, objects, from: place, section: stream.offset)
    }

    /// The length of a stream, which another object may state.
    private func length(of object: StrictObject) throws(PDFError) -> Int? {
        guard object.value.isStream else { return nil }
        return try document.resolve(object.value.dictionary?["Length"]).integer
    }

    /// Reads what follows a section, and checks what it says; returns whether the trailer is damaged.
    private mutating func readEnd(
        _ section: StrictSection,
        _ objects: [Int: StrictObject],
        from place: UInt64,
        section offset: UInt64
    ) throws(PDFError) -> Bool {
        if let trailer = section.trailerOffset { heads.insert(trailer) }
        let end = try window.parse(at: place) { parser throws(PDFError) in
            try parser.skipFiller()
            return try StrictEnd(&parser, of: offset)
        }
        let isTooSmall = try check(section, objects, offset)
        for (number, entry) in section.entries { known[number] = entry }
        highest = max(highest, section.entries.keys.max() ?? 0)
        previous = end.stated
        ends.append(end.end...(try skip(from: end.end)))
        return isTooSmall || end.stated != offset
    }

    // MARK: - Checks

    /// Checks what a section lists; returns whether /Size is not above all numbers, or places are those of white space.
    private mutating func check(
        _ section: StrictSection,
        _ objects: [Int: StrictObject],
        _ offset: UInt64
    ) throws(PDFError) -> Bool {
        func fail(_ detail: String) -> PDFError { PDFError(.malformed, at: offset, detail) }
        let trailer = section.trailer
        guard let stated = trailer["Prev"]?.integer, previous == UInt64(exactly: stated) else {
            throw fail("/Prev does not point to the previous revision")
        }
        // Some readers take it from an older trailer if the newest one has none.
        guard trailer["Encrypt"] == encryption else { throw fail("/Encrypt differs from that of the signed document") }
        var beside: PDFReference?
        if let place = trailer["XRefStm"] {
            // A file for old readers too: its stream says what the table says.
            guard let stated = place.integer,
                let stream = objects.values.first(where: { $0.offset == UInt64(exactly: stated) }),
                try StrictSection(window, at: stream.offset).entries.allSatisfy({ section.entries[$0.key] == $0.value })
            else { throw fail("two kinds of cross-references in one revision") }
            beside = stream.reference
        }
        var isShifted = false
        for (number, entry) in section.entries where number > 0 && known[number] != entry {
            switch entry {
            case .free: guard objects[number] == nil else { throw fail("object \(number) is listed as removed") }
            case .at(let place, let generation):
                guard let object = objects[number], object.reference.generation == generation,
                    object.offset >= place, object.offset <= place + 1
                else { throw fail("the cross-reference of object \(number) does not point to it") }
                // The end of the line in front of it.
                isShifted = isShifted || object.offset != place
            case .inStream(let container, let index):
                guard let object = objects[container], try members(of: object)[safely: index] == number else {
                    throw fail("the cross-reference of object \(number) does not point to it")
                }
            }
        }
        for (number, object) in objects where number != section.stream?.number && object.reference != beside {
            guard case .at(let place, _)? = section.entries[number], place <= object.offset, place + 1 >= object.offset
            else { throw fail("object \(number) is not in the cross-references of its revision") }
            for (index, member) in try members(of: object).enumerated() {
                guard section.entries[member] == .inStream(number: number, index: index) else {
                    throw fail("object \(member) is not in the cross-references of its revision")
                }
            }
        }
        if let number = replaceStructures(objects, section) {
            throw fail("object \(number), an object stream, was replaced")
        }
        let largest = max(highest, section.entries.keys.max() ?? 0, section.stream?.number ?? 0)
        return isShifted || trailer["Size"]?.integer ?? 0 <= largest
    }

    /// Notes the objects that hold or list others; returns one that did, and is something else now.
    ///
    /// Some readers keep what they read of such an object.
    private mutating func replaceStructures(_ objects: [Int: StrictObject], _ section: StrictSection) -> Int? {
        let holders = objects.filter { ["XRef", "ObjStm"].contains($0.value.value.dictionary?["Type"]?.name) }
        for (number, entry) in section.entries where structures.contains(number) && entry != .free {
            if known[number] != entry, holders[number] == nil { return number }
        }
        structures.formUnion(holders.keys)
        return nil
    }

    /// The numbers of the objects in an object stream; none of another object.
    private func members(of object: StrictObject) throws(PDFError) -> [Int] {
        guard object.value.dictionary?["Type"]?.name == "ObjStm", let dictionary = object.value.dictionary,
            case .stream(_, let place) = object.value, let length = try length(of: object)
        else { return [] }
        let data = try document.window.streamData(dictionary, at: place, length: length)
        return try ObjectStream(data, dictionary, document.window.limits).numbers
    }

    /// Refuses what a search finds in the data of a stream, a string or a comment.
    private func checkHeads(from start: UInt64) throws(PDFError) {
        try ObjectSearch(window: window).forEachHead(from: start) { offset throws(PDFError) in
            guard heads.contains(offset) else { throw PDFError(.malformed, at: offset, "an object within another one") }
        }
    }

    private func checkTrailing() throws(PDFError) {
        guard let last = ends.last, last.upperBound - last.lowerBound <= Self.trailingLimit else {
            throw PDFError(.malformed, at: ends.last?.lowerBound, "too much white space after the last revision")
        }
    }
}

extension Array {
    /// The element at an index; nil if there is none.
    fileprivate subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
