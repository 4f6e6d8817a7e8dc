/// Which objects two states of a document differ in.
struct RevisionInventory {
    /// The objects of the former state that are other ones now, or gone.
    private(set) var changed: Set<Int> = []
    /// The objects that are new.
    private(set) var added: Set<Int> = []
    /// The objects that the newer state takes from bytes that are older than it.
    private(set) var displaced: Set<Int> = []
    /// New objects to which the former state already referred.
    private(set) var awaited: Set<Int> = []
    /// How many references the former state has to each object.
    private var referenceCounts: [Int: Int] = [:]

    init(_ old: PDFDocument, _ new: PDFDocument) {
        let boundary = old.source.size
        for (number, entry) in old.references.entries where new.references.entries[number] != entry {
            if entry == .free {
                if new.references.entries[number] != nil { added.insert(number) }
            } else if !Self.isSame(number, entry, old, new) {
                changed.insert(number)
            }
        }
        for number in new.references.entries.keys where old.references.entries[number] == nil { added.insert(number) }
        for number in added.union(changed) {
            switch new.references.entries[number] {
            case .at(let offset, _)?: if offset < boundary { displaced.insert(number) }
            case .inStream(let container, _)?:
                if !added.contains(container), !changed.contains(container) { displaced.insert(number) }
            default: continue
            }
        }
        guard !added.isEmpty || !changed.isEmpty else { return }
        count(old)
        awaited = added.filter { referenceCounts[$0] != nil }
    }

    /// Whether the former state refers to an object from one place only.
    func isReferredToOnce(_ number: Int) -> Bool { referenceCounts[number] == 1 }

    /// Whether an object whose place differs is the same nevertheless.
    private static func isSame(
        _ number: Int,
        _ entry: CrossReferences.Entry,
        _ old: PDFDocument,
        _ new: PDFDocument
    ) -> Bool {
        guard new.references.entries[number] != nil else { return false }
        var generation = 0
        if case .at(_, let stated) = entry { generation = Int(stated) }
        let reference = PDFReference(number, generation)
        // What can't be read, such as an object with another number in its place, is another one.
        guard let left = try? old.object(reference), let right = try? new.object(reference) else { return false }
        // The data of a stream is not compared: a stream that was written again counts as changed.
        if case .stream = left { return false }
        return left.isSame(as: right)
    }

    /// Counts the references of all objects.
    private mutating func count(_ document: PDFDocument) {
        // Objects of one stream follow each other, so that each stream is expanded once.
        let ordered = document.references.entries.sorted { Self.place($0.value) < Self.place($1.value) }
        for (number, entry) in ordered {
            var generation = 0
            if case .at(_, let stated) = entry { generation = Int(stated) }
            // What can't be read refers to nothing.
            if let object = try? document.object(PDFReference(number, generation)) { count(object) }
        }
        // What else a trailer refers to is shown by no reader, and may be missing: LibreOffice leaves such an entry.
        for key in ["Root", "Info", "Encrypt"] as [PDFName] { count(document.trailer[key] ?? .null) }
    }

    private static func place(_ entry: CrossReferences.Entry) -> (UInt64, Int) {
        switch entry {
        case .free: (0, 0)
        case .at(let offset, _): (offset, 0)
        case .inStream(let number, let index): (UInt64(number), index)
        }
    }

    private mutating func count(_ object: PDFObject) {
        switch object {
        case .reference(let reference): referenceCounts[reference.number, default: 0] += 1
        case .array(let elements): for element in elements { count(element) }
        case .dictionary(let dictionary), .stream(let dictionary, _):
            for (_, value) in dictionary.entries { count(value) }
        default: return
        }
    }
}

extension PDFObject {
    /// Whether both are the same but for the order of keys; streams are not, whatever they hold.
    func isSame(as other: PDFObject) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.dictionary(let left), .dictionary(let right)):
            !left.hasDuplicateKeys && !right.hasDuplicateKeys && left.entries.count == right.entries.count
                && left.entries.allSatisfy { entry in right[entry.key].map { $0.isSame(as: entry.value) } ?? false }
        case (.stream, _), (_, .stream): false
        default: self == other
        }
    }
}
