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
    /// Objects that the newer state refers to and does not have, and the former state did not refer to.
    private(set) var lacking: Set<Int> = []
    /// New objects that nothing refers to.
    private(set) var unused: Set<Int> = []
    /// How often the former state refers to each object; nil if no object differs.
    private(set) var references: ReferenceCount?

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
        let references = ReferenceCount(old)
        self.references = references
        awaited = added.filter { references[$0] > 0 }
        var lacking: Set<Int> = []
        var seen: Set<PDFReference> = []
        var unused = added
        for key in ["Root", "Info", "Encrypt"] as [PDFName] {
            if let reference = new.trailer[key]?.reference { unused.remove(reference.number) }
        }
        for number in added.union(changed) {
            let generation = new.references.entries[number]?.generation ?? 0
            guard let object = try? new.object(PDFReference(number, generation)) else { continue }
            if case .stream(let dictionary, _) = object, let type = dictionary["Type"]?.name,
                ["XRef", "ObjStm"].contains(type)
            {
                unused.remove(number)
                continue
            }
            object.forEachReference { reference in
                unused.remove(reference.number)
                guard references[reference.number] == 0, seen.insert(reference).inserted else { return }
                if !new.has(reference) || (try? new.object(reference)) == nil { lacking.insert(reference.number) }
            }
        }
        self.lacking = lacking
        self.unused = unused.subtracting(awaited).filter { new.references.entries[$0] != .free }
    }

    /// Whether an object is new, or another one than in the former state.
    func isOther(_ number: Int) -> Bool { added.contains(number) || changed.contains(number) }

    /// Whether the former state refers to an object from one place only.
    func isReferredToOnce(_ number: Int) -> Bool { references?[number] == 1 }

    /// Whether an object whose place differs is the same nevertheless.
    private static func isSame(
        _ number: Int,
        _ entry: CrossReferences.Entry,
        _ old: PDFDocument,
        _ new: PDFDocument
    ) -> Bool {
        guard new.references.entries[number] != nil else { return false }
        let reference = PDFReference(number, entry.generation)
        // What can't be read, such as an object with another number in its place, is another one.
        guard let left = try? old.object(reference), let right = try? new.object(reference) else { return false }
        // The data of a stream is not compared: a stream that was written again counts as changed.
        if case .stream = left { return false }
        return left.isSame(as: right)
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
        // 612 and 612.0 are one number.
        case (.integer, .real), (.real, .integer), (.real, .real): number != nil && number == other.number
        default: self == other
        }
    }
}
