/// How often a document refers to each of its objects.
struct ReferenceCount {
    private var counts: [Int: Int] = [:]
    /// The objects that are referred to and are not there, or can't be read: some readers then search the whole file.
    private(set) var missing: Set<Int> = []

    /// Counts the references of all objects.
    init(_ document: PDFDocument) {
        // Objects of one stream follow each other, so that each stream is expanded once.
        let ordered = document.references.entries.sorted { Self.place($0.value) < Self.place($1.value) }
        for (number, entry) in ordered where entry != .free {
            guard let object = try? document.object(PDFReference(number, entry.generation)) else {
                missing.insert(number)
                continue
            }
            // What a cross-reference stream refers to is that of a trailer.
            if case .stream(let dictionary, _) = object, dictionary["Type"]?.name == "XRef" { continue }
            count(object, document)
        }
        // What else a trailer refers to is shown by no reader, and may be missing: LibreOffice leaves such an entry.
        for key in ["Root", "Info", "Encrypt"] as [PDFName] { count(document.trailer[key] ?? .null, document) }
    }

    /// The objects that are referred to.
    var numbers: Dictionary<Int, Int>.Keys { counts.keys }

    /// How many references there are to an object.
    subscript(number: Int) -> Int { counts[number] ?? 0 }

    private static func place(_ entry: CrossReferences.Entry) -> (UInt64, Int) {
        switch entry {
        case .free: (0, 0)
        case .at(let offset, _): (offset, 0)
        case .inStream(let number, let index): (UInt64(number), index)
        }
    }

    private mutating func count(_ object: PDFObject, _ document: PDFDocument) {
        object.forEachReference { reference in
            counts[reference.number, default: 0] += 1
            if !document.has(reference) { missing.insert(reference.number) }
        }
    }
}

extension CrossReferences.Entry {
    /// The generation of the object; 0 of one in an object stream.
    var generation: Int { if case .at(_, let generation) = self { Int(generation) } else { 0 } }
}

extension PDFDocument {
    /// Whether the cross-references give an object a place.
    func has(_ reference: PDFReference) -> Bool {
        guard let entry = references.entries[reference.number], entry != .free else { return false }
        return entry.generation == reference.generation
    }
}

extension PDFObject {
    /// Calls a closure with each reference in an object.
    func forEachReference(_ body: (PDFReference) -> Void) {
        switch self {
        case .reference(let reference): body(reference)
        case .array(let elements): for element in elements { element.forEachReference(body) }
        case .dictionary(let dictionary), .stream(let dictionary, _):
            for (_, value) in dictionary.entries { value.forEachReference(body) }
        default: return
        }
    }
}
