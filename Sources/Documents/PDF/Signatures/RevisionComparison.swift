/// Compares a document with the state that a signature covers, and names what was changed since.
///
/// Every object that differs must be explained by a change that is known: a field that was filled, a signature, evidence,
/// a comment, the document's information. What stays unexplained is a change of the content, which no signature permits.
struct RevisionComparison {
    /// How many changes are named that are permitted, and how many that are not.
    private static let changeLimit = 50

    let old: PDFDocument
    let new: PDFDocument
    private let permission: DocumentPermission
    private let locks: [FieldLock]
    private let inventory: RevisionInventory
    private var explained: Set<Int> = []
    private(set) var changes: [PDFChange] = []
    /// The widgets of fields that were added, which pages may show.
    private var widgets: Set<Int> = []

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

    private mutating func add(_ kind: PDFChange.Kind, _ detail: String, isPermitted: Bool) {
        // Those that are not permitted are never crowded out by others.
        guard changes.count(where: { $0.isPermitted == isPermitted }) < Self.changeLimit else { return }
        let change = PDFChange(kind: kind, detail: detail, isPermitted: isPermitted)
        if !changes.contains(change) { changes.append(change) }
    }

    private mutating func forbid(_ kind: PDFChange.Kind, _ detail: String) { add(kind, detail, isPermitted: false) }

    private static func objects(_ numbers: Set<Int>) -> String {
        let shown = numbers.sorted().prefix(5).map { "\($0)" }.joined(separator: ", ")
        return "object \(shown)" + (numbers.count > 5 ? " and \(numbers.count - 5) more" : "")
    }

    private func isChanged(_ object: PDFObject?) -> Bool {
        guard let number = object?.reference?.number else { return false }
        return inventory.changed.contains(number)
    }

    /// The keys whose values differ, with both values.
    private static func differences(
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

    /// Explains what an object leads to: what is new, and what only this place of the former state used.
    ///
    /// - Parameters:
    ///   - object: Where to begin.
    ///   - mayReplace: Whether objects that only one place of the former state refers to may be other ones now.
    /// - Throws: ``PDFError`` if an object can't be read.
    private mutating func explain(_ object: PDFObject?, mayReplace: Bool = false) throws(PDFError) {
        var open = [object ?? .null]
        var steps = 0
        while let next = open.popLast() {
            steps += 1
            guard steps <= new.window.limits.nodes else { return }
            switch next {
            case .reference(let reference):
                let number = reference.number
                let isReplaced =
                    mayReplace && inventory.changed.contains(number) && inventory.isReferredToOnce(number)
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
        try explain(store, mayReplace: true)
        // The store itself, its lists and the entries of its signatures are written again when something is added.
        let value = try new.dictionary(store) ?? PDFDictionary()
        var parts = [store] + value.entries.map(\.value)
        for (_, entry) in try new.dictionary(value["VRI"])?.entries ?? [] {
            parts += [entry] + (try new.dictionary(entry)?.entries.map(\.value) ?? [])
        }
        for part in parts {
            guard let number = part?.reference?.number, inventory.changed.contains(number),
                inventory.isReferredToOnce(number)
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
        if let number = right?.reference?.number, isChanged(right), inventory.isReferredToOnce(number) {
            explained.insert(number)
        }
        try explain(right)
        add(.information, "the document's title, author or dates were changed", isPermitted: true)
    }

    // MARK: - Form

    private mutating func compareForm(_ former: PDFObject?, _ form: PDFObject?) throws(PDFError) {
        let left = try old.dictionary(former) ?? PDFDictionary()
        guard let right = try new.dictionary(form) else {
            if former != nil { forbid(.content, "the form was removed") }
            return
        }
        if let number = form?.reference?.number { explained.insert(number) }
        for (key, before, after) in Self.differences(left, right) {
            switch key {
            case "Fields", "SigFlags": continue
            case "DA" where before == nil, "DR" where before == nil: try explain(after)
            case "NeedAppearances" where after == nil || after == .boolean(false): continue
            case "DR": try compareResources(before, after)
            default: forbid(.content, "the form's /\(key) was changed")
            }
        }
        if let number = right["Fields"]?.reference?.number { explained.insert(number) }
        let before = try old.resolve(left["Fields"]).array ?? []
        let after = try new.resolve(right["Fields"]).array ?? []
        for field in before where !after.contains(field) { forbid(.content, "a field was removed from the form") }
        var visited: Set<Int> = []
        for field in before {
            if let reference = field.reference { try compareField(reference, "", nil, 0, &visited) }
        }
        for field in after where !before.contains(field) { try addField(field) }
    }

    /// Compares the resources of a form: what is there must stay.
    private mutating func compareResources(_ former: PDFObject?, _ resources: PDFObject?) throws(PDFError) {
        let left = try old.dictionary(former) ?? PDFDictionary()
        let right = try new.dictionary(resources) ?? PDFDictionary()
        for (key, value) in left.entries {
            let before = try old.dictionary(value) ?? PDFDictionary()
            let after = try new.dictionary(right[key]) ?? PDFDictionary()
            guard before.entries.allSatisfy({ entry in after[entry.key].map { $0.isSame(as: entry.value) } ?? false })
            else { return forbid(.content, "the form's fonts or other resources were changed") }
        }
        try explain(resources, mayReplace: true)
    }

    private mutating func compareField(
        _ reference: PDFReference,
        _ parent: String,
        _ inherited: PDFName?,
        _ depth: Int,
        _ visited: inout Set<Int>
    ) throws(PDFError) {
        guard depth < old.window.limits.depth, visited.insert(reference.number).inserted,
            let former = try old.dictionary(.reference(reference))
        else { return }
        let part = try old.resolve(former["T"]).string.map(PDFText.decode) ?? ""
        let name = [parent, part].filter { !$0.isEmpty }.joined(separator: ".")
        let type = try old.resolve(former["FT"]).name ?? inherited
        for kid in try old.resolve(former["Kids"]).array ?? [] {
            if let kid = kid.reference { try compareField(kid, name, type, depth + 1, &visited) }
        }
        guard let field = try new.dictionary(.reference(reference)) else {
            return forbid(.content, "the field '\(name)' was removed")
        }
        // A value or an appearance may be an object of its own, which was replaced.
        let isFilled = isChanged(former["V"]) || isChanged(former["AP"])
        guard inventory.changed.contains(reference.number) || isFilled else { return }
        explained.insert(reference.number)
        var isSigned = false
        var isOther = isFilled
        for (key, before, after) in Self.differences(former, field) {
            switch key {
            case "V" where type == "Sig":
                guard before == nil, after != nil else {
                    forbid(.content, "the signature of the field '\(name)' was changed")
                    continue
                }
                isSigned = true
            case "AP", "M", "F", "MK": isOther = true
            case "V", "AS", "I", "RV": isOther = true
            default: forbid(.content, "the field '\(name)' was changed: /\(key)")
            }
        }
        if type == "Sig" {
            try explain(field["AP"])
            try explain(field["MK"])
            if isSigned { try nameSignature(field["V"], name) }
            return
        }
        for key in ["V", "AP", "RV", "MK"] as [PDFName] { try explain(field[key], mayReplace: true) }
        guard isOther else { return }
        if locks.contains(where: { $0.locks(name) }) {
            forbid(.field, "the field '\(name)' was filled in, though the signature locks it")
        } else {
            add(.field, "the field '\(name)' was filled in", isPermitted: permission >= .forms)
        }
    }

    private mutating func addField(_ object: PDFObject) throws(PDFError) {
        guard let field = try new.dictionary(object), let number = object.reference?.number else {
            return forbid(.structure, "a field was added that is not an object of its own")
        }
        let name = try new.resolve(field["T"]).string.map(PDFText.decode) ?? ""
        let kids = try new.resolve(field["Kids"]).array ?? []
        let type = try new.resolve(field["FT"]).name
        var isSimple = inventory.added.contains(number) && type == "Sig"
        for kid in kids where isSimple { isSimple = try isNewWidget(kid, of: number, field["V"]) }
        guard isSimple else { return forbid(.content, "the field '\(name)' was added to the form") }
        explained.insert(number)
        widgets.insert(number)
        for kid in kids {
            guard let object = kid.reference?.number else { continue }
            explained.insert(object)
            widgets.insert(object)
            let widget = try new.dictionary(kid)
            try explain(widget?["AP"])
            try explain(widget?["MK"])
        }
        try explain(field["AP"])
        try explain(field["MK"])
        guard field["V"] != nil else {
            return add(.signature, "the empty signature field '\(name)' was added", isPermitted: permission >= .forms)
        }
        try nameSignature(field["V"], name)
    }

    /// Whether an object is a widget of a new field: one that shows the signature on a further page.
    private func isNewWidget(
        _ object: PDFObject,
        of field: Int,
        _ signature: PDFObject?
    ) throws(PDFError) -> Bool {
        guard let number = object.reference?.number, inventory.added.contains(number),
            let widget = try new.dictionary(object)
        else { return false }
        return widget["Subtype"]?.name == "Widget" && widget["Parent"]?.reference?.number == field
            && widget["T"] == nil && widget["Kids"] == nil && widget["FT"]?.name ?? "Sig" == "Sig"
            && widget["V"] ?? signature == signature
    }

    private mutating func nameSignature(_ value: PDFObject?, _ field: String) throws(PDFError) {
        try explain(value)
        let signature = try new.dictionary(value)
        if signature?["SubFilter"]?.name == "ETSI.RFC3161" {
            add(.timestamp, "a document timestamp was added in the field '\(field)'", isPermitted: true)
        } else if locks.contains(where: { $0.locks(field) }) {
            forbid(.signature, "the field '\(field)' was signed, though an earlier signature locks it")
        } else {
            add(.signature, "the document was signed in the field '\(field)'", isPermitted: permission >= .forms)
        }
    }

    // MARK: - Pages

    private mutating func comparePages() throws(PDFError) {
        var pages: [(reference: PDFReference, value: PDFDictionary)] = []
        try old.forEachPage { reference, page in
            pages.append((reference, page))
            return true
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
        for list in [former["Annots"], page["Annots"]] {
            if let object = list?.reference?.number { explained.insert(object) }
        }
        let before = try old.resolve(former["Annots"]).array ?? []
        let after = try new.resolve(page["Annots"]).array ?? []
        for annotation in before where !after.contains(annotation) {
            add(.annotation, "a comment or field was removed from page \(number)", isPermitted: false)
        }
        for annotation in after where !before.contains(annotation) {
            if let object = annotation.reference?.number, widgets.contains(object) { continue }
            try explain(annotation)
            let kind = try new.dictionary(annotation)?["Subtype"]?.name
            add(
                .annotation,
                "page \(number) got an annotation (\(kind.map { "\($0)" } ?? "unknown"))",
                isPermitted: permission == .annotations && kind != "Widget"
            )
        }
    }

    // MARK: - The rest

    private mutating func nameRest(_ number: Int) throws(PDFError) {
        var generation = 0
        if case .at(_, let stated)? = old.references.entries[number] { generation = Int(stated) }
        let dictionary = (try? old.object(PDFReference(number, generation)))?.dictionary
        let type = dictionary?["Type"]?.name
        if type == "Annot", dictionary?["Subtype"]?.name != "Widget", permission == .annotations {
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
