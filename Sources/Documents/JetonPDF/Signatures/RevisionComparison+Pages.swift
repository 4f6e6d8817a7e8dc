/// What was changed on pages.
extension RevisionComparison {
    /// Compares the pages, and the annotations on them.
    mutating func comparePages() throws(PDFError) {
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
                forbid(.content, "the content of page \(index + 1) was changed")
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
        if page.hasDuplicateKeys { forbid(.structure, "page \(number) has a duplicate key") }
        let before = try old.resolve(former["Annots"]).array ?? []
        let after = try new.resolve(page["Annots"]).array ?? []
        let added = after.filter { !before.contains($0) }
        for (key, left, right) in Self.differences(former, page) where key != "Annots" {
            if try isKept(key, left, right, withAnnotations: !added.isEmpty) { continue }
            forbid(.content, "page \(number) was changed: /\(key)")
        }
        for list in [former["Annots"], page["Annots"]] { explainReference(list, former: former["Annots"]) }
        for annotation in before where !after.contains(annotation) { try nameRemoved(annotation, number) }
        if after.filter(before.contains) != before.filter(after.contains) {
            // Of two in one place, readers show the last one on top.
            forbid(.annotation, "the comments or fields of page \(number) were reordered")
        }
        for annotation in added { try nameAdded(annotation, page, number) }
    }

    /// Whether an entry of a page that differs shows and says what it did.
    private func isKept(
        _ key: PDFName,
        _ former: PDFObject?,
        _ value: PDFObject?,
        withAnnotations hasNew: Bool
    ) throws(PDFError) -> Bool {
        switch key {
        // The order in which the Tab key goes over the annotations; some programs state it with a new one.
        case "Tabs": return value?.name != nil && (hasNew || permission == .annotations)
        // A key to the tags of the page's text, of which there are none.
        case "StructParents":
            guard former == nil, let place = value?.integer else { return false }
            return try parents(in: new)[place] == nil
        // Some programs write an equal object under another number.
        default: return try old.resolve(former).isSame(as: new.resolve(value))
        }
    }

    /// Names an annotation that is gone, and explains what only it used.
    private mutating func nameRemoved(_ annotation: PDFObject, _ page: Int) throws(PDFError) {
        let value = try old.resolve(annotation).dictionary
        let isComment = value?["Subtype"]?.name != "Widget"
        if isComment, let number = annotation.reference?.number {
            explained.insert(number)
            explained.formUnion(try owned(by: value.map(PDFObject.dictionary)))
            if permission == .annotations { removed.insert(number) }
        }
        add(
            .annotation,
            "a comment or field was removed from page \(page)",
            isPermitted: isComment && permission == .annotations
        )
    }

    private mutating func nameAdded(
        _ annotation: PDFObject,
        _ page: PDFDictionary,
        _ number: Int
    ) throws(PDFError) {
        let value = try new.resolve(annotation)
        let kind = value.dictionary?["Subtype"]?.name
        var covers = false
        if kind != "Popup", kind != "Link" { covers = try coversText(value.dictionary, page, number) }
        if let object = annotation.reference?.number, let field = widgets[object] {
            guard covers, try isShown([value.dictionary ?? PDFDictionary()]) else { return }
            let words = "the appearance of the signature field '\(field)' covers text on page \(number)"
            return add(.signature, words, isPermitted: permission >= .forms)
        }
        try explain(annotation)
        let name = kind.map { "\($0)" } ?? "unknown"
        let words = "page \(number) got an annotation (\(name))" + (covers ? " that covers its text" : "")
        if kind == "Widget" {
            add(.annotation, words, isPermitted: false)
        } else if try AnnotationContent(of: new).isComment(value) {
            add(.annotation, words, isPermitted: permission == .annotations)
        } else {
            forbid(.content, "an annotation (\(name)) that does more than display content was added to page \(number)")
        }
    }

    /// Whether an annotation's rectangle has text of its page in it.
    private func coversText(
        _ annotation: PDFDictionary?,
        _ page: PDFDictionary,
        _ number: Int
    ) throws(PDFError) -> Bool {
        var sides: [Double] = []
        for side in try new.resolve(annotation?["Rect"]).array ?? [] { sides.append(try new.resolve(side).number ?? 0) }
        guard sides.count == 4, sides[0] != sides[2], sides[1] != sides[3] else { return false }
        // A page whose text can't be read is told of as it is without.
        guard let text = texts.text(of: page, number, in: new) else { return false }
        return text.hasText(
            from: (min(sides[0], sides[2]), min(sides[1], sides[3])),
            to: (max(sides[0], sides[2]), max(sides[1], sides[3]))
        )
    }
}
