/// Compares a document with the state that a signature covers, and names what was changed since.
///
/// Every object that differs must be explained by a change that is known: a field that was filled, a signature, evidence,
/// a comment, the document's information. What stays unexplained is a change of the content, which no signature permits.
struct RevisionComparison {
    /// How many changes are named that are permitted, and how many that are not.
    private static let changeLimit = 50

    let old: PDFDocument
    let new: PDFDocument
    let permission: DocumentPermission
    let locks: [FieldLock]
    let inventory: RevisionInventory
    let texts: PageTexts
    /// The objects whose change is known to be permitted, or was named.
    var explained: Set<Int> = []
    private(set) var changes: [PDFChange] = []
    /// The widgets of signature fields that were added, which pages may show, with the names of the fields.
    var widgets: [Int: String] = [:]
    /// The annotations that pages showed.
    var annotations: Set<Int> = []
    /// The comments that were removed, where that is permitted.
    var removed: Set<Int> = []

    init(
        _ old: PDFDocument,
        _ new: PDFDocument,
        rules: SignatureRules,
        texts: PageTexts
    ) throws(PDFError) {
        self.texts = texts
        self.old = old
        self.new = new
        let stated = [rules.certification, rules.limit].compactMap { $0 }.min()
        let certified = try SignatureRules.certification(of: old)
        permission = stated ?? certified ?? .forms
        locks = rules.locks
        inventory = RevisionInventory(old, new)
    }

    /// Compares.
    mutating func run() throws(PDFError) -> [PDFChange] {
        guard old.window.encryption == new.window.encryption else {
            forbid(.structure, "the document's encryption was changed")
            return changes
        }
        if !inventory.displaced.isEmpty {
            forbid(
                .structure,
                "later revisions reuse older bytes as \(Self.objects(inventory.displaced))"
            )
        }
        if !inventory.awaited.isEmpty {
            forbid(
                .structure,
                "\(Self.objects(inventory.awaited)) was missing when the document was signed, and now exists"
            )
        }
        if !inventory.lacking.isEmpty {
            forbid(
                .structure,
                "readers may show different pages: \(Self.objects(inventory.lacking)) is referenced but missing"
            )
        }
        guard try compareCatalog() else { return changes }
        try compareInformation()
        if !inventory.unused.isEmpty {
            add(.structure, "\(Self.objects(inventory.unused)) was added, but nothing uses it", isPermitted: true)
        }
        if !inventory.changed.subtracting(explained).isEmpty { try comparePages() }
        if !inventory.changed.subtracting(explained).isEmpty { try compareTags() }
        for number in inventory.changed.subtracting(explained).sorted() { try nameRest(number) }
        return changes
    }

    // MARK: - Findings

    /// Names a change.
    mutating func add(_ kind: PDFChange.Kind, _ detail: String, isPermitted: Bool) {
        // Those that are not permitted are never crowded out by others.
        guard changes.count(where: { $0.isPermitted == isPermitted }) < Self.changeLimit else { return }
        let change = PDFChange(kind: kind, detail: detail, isPermitted: isPermitted)
        if !changes.contains(change) { changes.append(change) }
    }

    /// Names a change that no signature permits.
    mutating func forbid(_ kind: PDFChange.Kind, _ detail: String) { add(kind, detail, isPermitted: false) }

    private static func objects(_ numbers: Set<Int>) -> String {
        let shown = numbers.sorted().prefix(5).map { "\($0)" }.joined(separator: ", ")
        return "object \(shown)" + (numbers.count > 5 ? " and \(numbers.count - 5) more" : "")
    }

    /// Whether an object refers to one that was changed.
    func isChanged(_ object: PDFObject?) -> Bool {
        guard let number = object?.reference?.number else { return false }
        return inventory.changed.contains(number)
    }

    /// The keys whose values differ, with both values.
    static func differences(
        _ old: PDFDictionary,
        _ new: PDFDictionary
    ) -> [(key: PDFName, old: PDFObject?, new: PDFObject?)] {
        var keys = old.entries.map(\.key)
        keys += new.entries.map(\.key).filter { old[$0] == nil }
        return keys.compactMap { key in
            let (left, right) = (old[key], new[key])
            if let left, let right, left.isSame(as: right) { return nil }
            return (key, left, right)
        }
    }

    /// Explains what an object leads to: what is new, and what only the former object in this place used.
    ///
    /// - Parameters:
    ///   - object: Where to begin.
    ///   - former: What stood in its place, whose own objects may be other ones now; nil permits new objects only.
    /// - Throws: ``PDFError`` if an object can't be read.
    mutating func explain(_ object: PDFObject?, replacing former: PDFObject? = nil) throws(PDFError) {
        let replaceable = try owned(by: former)
        var open = [object ?? .null]
        var visited: Set<Int> = []
        var steps = 0
        while let next = open.popLast() {
            steps += 1
            guard steps <= new.window.limits.nodes else { return }
            switch next {
            case .reference(let reference):
                let number = reference.number
                let isOwn = replaceable.contains(number)
                guard inventory.added.contains(number) || isOwn, visited.insert(number).inserted else { continue }
                if inventory.isOther(number) { explained.insert(number) }
                open.append(try new.object(reference))
            case .array(let elements): open += elements
            case .dictionary(let dictionary), .stream(let dictionary, _):
                // What stands above, and the page, are not a part of the object.
                for (key, value) in dictionary.entries where key != "Parent" && key != "P" { open.append(value) }
            default: continue
            }
        }
    }

    /// The objects that nothing in the former state uses but a place there.
    ///
    /// Whatever another place uses too, such as a page's text or font, is a part of that place.
    func owned(by former: PDFObject?) throws(PDFError) -> Set<Int> {
        var owned: Set<Int> = []
        var open = [former ?? .null]
        var steps = 0
        while let next = open.popLast() {
            steps += 1
            guard steps <= old.window.limits.nodes else { break }
            switch next {
            case .reference(let reference):
                guard inventory.isReferredToOnce(reference.number), owned.insert(reference.number).inserted else {
                    continue
                }
                open.append((try? old.object(reference)) ?? .null)
            case .array(let elements): open += elements
            case .dictionary(let dictionary), .stream(let dictionary, _):
                for (key, value) in dictionary.entries where key != "Parent" && key != "P" { open.append(value) }
            default: continue
            }
        }
        return owned
    }

    /// Explains the object that an entry refers to, if the entry did so before or the object is new.
    mutating func explainReference(_ object: PDFObject?, former: PDFObject?) {
        guard let number = object?.reference?.number, object == former || inventory.added.contains(number) else {
            return
        }
        explained.insert(number)
    }

    // MARK: - The rest

    private mutating func nameRest(_ number: Int) throws(PDFError) {
        let generation = old.references.entries[number]?.generation ?? 0
        let dictionary = (try? old.object(PDFReference(number, generation)))?.dictionary
        let type = dictionary?["Type"]?.name
        let comment = (try? new.object(PDFReference(number, generation)))?.dictionary
        if annotations.contains(number), type ?? "Annot" == "Annot", permission == .annotations, let comment,
            dictionary?["Subtype"]?.name != "Widget", try AnnotationContent(of: new).isComment(.dictionary(comment))
        {
            return add(.annotation, "a comment was changed (object \(number))", isPermitted: true)
        }
        switch type {
        // What reads neither keeps its objects in one nor refers to it.
        case "XRef", "ObjStm":
            forbid(.structure, "object \(number), an object stream, was replaced")
        case "Pages": forbid(.content, "the document has different pages (object \(number))")
        case "Font", "FontDescriptor": forbid(.content, "a font was changed (object \(number))")
        case "XObject": forbid(.content, "an image or a part of a page was changed (object \(number))")
        default:
            let words = type.map { " (\($0))" } ?? ""
            forbid(.content, "object \(number)\(words) was changed or removed")
        }
    }
}
