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
    /// The objects whose change is known to be permitted, or was named.
    var explained: Set<Int> = []
    private(set) var changes: [PDFChange] = []
    /// The widgets of fields that were added, which pages may show.
    var widgets: Set<Int> = []
    /// The annotations that pages showed.
    private var annotations: Set<Int> = []

    init(_ old: PDFDocument, _ new: PDFDocument, rules: SignatureRules) throws(PDFError) {
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
        guard old.trailer["Root"]?.reference == new.trailer["Root"]?.reference else {
            forbid(.content, "the document has another catalog")
            return changes
        }
        guard old.window.encryption == new.window.encryption else {
            forbid(.structure, "the document's encryption was changed")
            return changes
        }
        if !inventory.displaced.isEmpty {
            forbid(
                .structure,
                "later revisions use bytes as \(Self.objects(inventory.displaced)) that are older than they are"
            )
        }
        if !inventory.awaited.isEmpty {
            forbid(
                .structure,
                "\(Self.objects(inventory.awaited)) was missing when the document was signed, and now exists"
            )
        }
        try compareCatalog()
        try compareInformation()
        if !inventory.changed.subtracting(explained).isEmpty { try comparePages() }
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
        var steps = 0
        while let next = open.popLast() {
            steps += 1
            guard steps <= new.window.limits.nodes else { return }
            switch next {
            case .reference(let reference):
                let number = reference.number
                let isReplaced = inventory.changed.contains(number) && replaceable.contains(number)
                guard inventory.added.contains(number) || isReplaced, explained.insert(number).inserted else {
                    continue
                }
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

    // MARK: - Catalog

    private mutating func compareCatalog() throws(PDFError) {
        let (reference, former) = try old.catalog()
        let catalog = try new.catalog().value
        explained.insert(reference.number)
        if catalog.hasDuplicateKeys { forbid(.structure, "the catalog states a key twice") }
        for (key, left, right) in Self.differences(former, catalog) {
            switch key {
            case "AcroForm", "DSS", "Extensions": continue
            case "Version" where left == nil: continue
            case "Metadata":
                try explain(right)
                add(.information, "the document's metadata was changed", isPermitted: true)
            case "Pages": forbid(.content, "the document has other pages")
            case "OCProperties": forbid(.content, "the document's layers were changed")
            case "Perms": forbid(.content, "the document's permissions were changed")
            case "OpenAction", "AA", "Names":
                forbid(.content, "the document's actions, scripts or names were changed (/\(key))")
            default:
                forbid(
                    .content,
                    "the catalog's /\(key) was \(right == nil ? "removed" : left == nil ? "added" : "changed")"
                )
            }
        }
        if isChanged(former["Metadata"]), former["Metadata"] == catalog["Metadata"],
            let number = former["Metadata"]?.reference?.number, inventory.isReferredToOnce(number)
        {
            explained.insert(number)
            add(.information, "the document's metadata was changed", isPermitted: true)
        }
        if former["Extensions"] != catalog["Extensions"] { try explain(catalog["Extensions"]) }
        try compareSecurityStore(former["DSS"], catalog["DSS"])
        try compareForm(former["AcroForm"], catalog["AcroForm"])
    }

    private mutating func compareSecurityStore(_ former: PDFObject?, _ store: PDFObject?) throws(PDFError) {
        let before = explained.count
        let replaceable = try owned(by: former)
        try explain(store, replacing: former)
        // The store itself, its lists and the entries of its signatures are written again when something is added.
        let value = try new.dictionary(store) ?? PDFDictionary()
        var parts = [store] + value.entries.map(\.value)
        for (_, entry) in try new.dictionary(value["VRI"])?.entries ?? [] {
            parts += [entry] + (try new.dictionary(entry)?.entries.map(\.value) ?? [])
        }
        for part in parts {
            guard let number = part?.reference?.number, inventory.changed.contains(number),
                replaceable.contains(number)
            else { continue }
            explained.insert(number)
            try explain(try new.resolve(part))
        }
        let isOther = former != store || explained.count > before
        guard isOther, former != nil || store != nil else { return }
        if store == nil {
            forbid(.evidence, "the certificates and the evidence in the document were removed")
        } else {
            add(.evidence, "certificates and evidence about revocation were added", isPermitted: true)
        }
    }

    private mutating func compareInformation() throws(PDFError) {
        let (left, right) = (old.trailer["Info"], new.trailer["Info"])
        guard left != right || isChanged(left) else { return }
        if let number = right?.reference?.number, left == right, inventory.isReferredToOnce(number) {
            explained.insert(number)
        }
        try explain(right)
        add(.information, "the document's title, author or dates were changed", isPermitted: true)
    }

    // MARK: - Pages

    private mutating func comparePages() throws(PDFError) {
        var pages: [(reference: PDFReference, value: PDFDictionary)] = []
        try old.forEachPage { reference, page in
            pages.append((reference, page))
            return true
        }
        for (_, page) in pages {
            let list = try old.resolve(page["Annots"]).array ?? []
            annotations.formUnion(list.compactMap(\.reference?.number))
        }
        for (index, page) in pages.enumerated() {
            let isListChanged = isChanged(page.value["Annots"])
            if inventory.changed.contains(page.reference.number) || isListChanged {
                try compare(page.reference, page.value, index + 1)
            }
            var contents = [page.value["Contents"]].compactMap { $0 }
            if let parts = try old.resolve(page.value["Contents"]).array { contents += parts }
            for part in contents where isChanged(part) {
                forbid(.content, "what page \(index + 1) shows was changed")
                if let number = part.reference?.number { explained.insert(number) }
            }
        }
    }

    private mutating func compare(
        _ reference: PDFReference,
        _ former: PDFDictionary,
        _ number: Int
    ) throws(PDFError) {
        explained.insert(reference.number)
        guard let page = try new.dictionary(.reference(reference)) else {
            return forbid(.content, "page \(number) was removed")
        }
        if page.hasDuplicateKeys { forbid(.structure, "page \(number) states a key twice") }
        for (key, _, _) in Self.differences(former, page) where key != "Annots" {
            forbid(.content, "page \(number) was changed: /\(key)")
        }
        for list in [former["Annots"], page["Annots"]] { explainReference(list, former: former["Annots"]) }
        let before = try old.resolve(former["Annots"]).array ?? []
        let after = try new.resolve(page["Annots"]).array ?? []
        if after.filter(before.contains) != before {
            let isRemoved = before.contains { !after.contains($0) }
            let words = isRemoved ? "a comment or field was removed from page \(number)" : nil
            // Of two in one place, readers show the last one on top.
            forbid(.annotation, words ?? "the comments or fields of page \(number) were put in another order")
        }
        for annotation in after where !before.contains(annotation) {
            if let object = annotation.reference?.number, widgets.contains(object) { continue }
            try explain(annotation)
            let value = try new.resolve(annotation)
            let kind = value.dictionary?["Subtype"]?.name
            let words = "page \(number) got an annotation (\(kind.map { "\($0)" } ?? "unknown"))"
            let runsAction = try runsAction(value.dictionary)
            if value.isStream || runsAction {
                forbid(.content, "\(words) that does more than show something")
            } else {
                add(.annotation, words, isPermitted: permission == .annotations && kind != "Widget")
            }
        }
    }

    /// Whether an annotation does something other than lead to a place or an address.
    func runsAction(_ annotation: PDFDictionary?) throws(PDFError) -> Bool {
        guard let annotation else { return false }
        guard annotation["AA"] == nil else { return true }
        guard let action = annotation["A"] else { return false }
        let value = try new.dictionary(action)
        let type = try new.resolve(value?["S"]).name
        return value?["Next"] != nil || type != "URI" && type != "GoTo"
    }

    // MARK: - The rest

    private mutating func nameRest(_ number: Int) throws(PDFError) {
        var generation = 0
        if case .at(_, let stated)? = old.references.entries[number] { generation = Int(stated) }
        let dictionary = (try? old.object(PDFReference(number, generation)))?.dictionary
        let type = dictionary?["Type"]?.name
        let comment = (try? new.object(PDFReference(number, generation)))?.dictionary
        if annotations.contains(number), type == "Annot", permission == .annotations, let comment,
            [dictionary, comment].allSatisfy({ $0?["Subtype"]?.name != "Widget" }), try !runsAction(comment)
        {
            return add(.annotation, "a comment was changed (object \(number))", isPermitted: true)
        }
        switch type {
        // What reads neither keeps its objects in one nor refers to it.
        case "XRef", "ObjStm":
            forbid(.structure, "object \(number), which holds other objects, was replaced")
        case "Pages": forbid(.content, "the document has other pages (object \(number))")
        case "Font", "FontDescriptor": forbid(.content, "a font was changed (object \(number))")
        case "XObject": forbid(.content, "an image or a part of a page was changed (object \(number))")
        default:
            let words = type.map { " (\($0))" } ?? ""
            forbid(.content, "object \(number)\(words) was changed or removed")
        }
    }
}
