/// What was changed in the form.
extension RevisionComparison {
    /// Compares the form of the document.
    mutating func compareForm(_ former: PDFObject?, _ form: PDFObject?) throws(PDFError) {
        let left = try old.dictionary(former) ?? PDFDictionary()
        guard let right = try new.dictionary(form) else {
            if former != nil { forbid(.content, "the form was removed") }
            return
        }
        explainReference(form, former: former)
        for (key, before, after) in Self.differences(left, right) {
            switch key {
            case "Fields": continue
            case "SigFlags":
                let flags = try old.resolve(before).integer ?? 0
                let present = try new.resolve(after).integer ?? 0
                if flags & ~present != 0 { forbid(.content, "the form no longer states that it is signed") }
            case "DA" where before == nil, "DR" where before == nil: try explain(after)
            case "NeedAppearances" where after == nil || after == .boolean(false): continue
            case "DR": try compareResources(before, after)
            default: forbid(.content, "the form's /\(key) was changed")
            }
        }
        if isChanged(left["DR"]), left["DR"] == right["DR"], let number = left["DR"]?.reference?.number,
            inventory.isReferredToOnce(number)
        {
            explained.insert(number)
            try compareResources(left["DR"], right["DR"])
        }
        explainReference(right["Fields"], former: left["Fields"])
        let before = try old.resolve(left["Fields"]).array ?? []
        let after = try new.resolve(right["Fields"]).array ?? []
        for field in before where !after.contains(field) { forbid(.content, "a field was removed from the form") }
        // Readers may draw all fields again in such a form.
        let mayRedraw = left["NeedAppearances"] == .boolean(true)
        var visited: Set<Int> = []
        for field in before {
            guard let reference = field.reference else { continue }
            try compareField(reference, FieldContext(mayRedraw: mayRedraw), &visited)
        }
        for field in after where !before.contains(field) { try addField(field) }
    }

    /// Compares the resources of a form: what is there must stay.
    private mutating func compareResources(_ former: PDFObject?, _ resources: PDFObject?) throws(PDFError) {
        let left = try old.dictionary(former) ?? PDFDictionary()
        let right = try new.dictionary(resources) ?? PDFDictionary()
        // Readers draw fields with fonts of the form; a template of a look is there for the program that made it.
        for (key, value) in left.entries where key != "XObject" {
            let before = try old.dictionary(value) ?? PDFDictionary()
            let after = try new.dictionary(right[key]) ?? PDFDictionary()
            guard before.entries.allSatisfy({ entry in after[entry.key].map { $0.isSame(as: entry.value) } ?? false })
            else { return forbid(.content, "the form's fonts or other resources were changed") }
        }
        try explain(resources, replacing: former)
    }

    // MARK: - Fields that are new

    private mutating func addField(_ object: PDFObject) throws(PDFError) {
        guard let number = object.reference?.number, case .dictionary(let field) = try new.resolve(object) else {
            return forbid(.structure, "a field was added that is not an indirect object")
        }
        let name = try new.resolve(field["T"]).string.map(PDFText.decode) ?? ""
        let kids = try new.resolve(field["Kids"]).array ?? []
        let type = try new.resolve(field["FT"]).name
        var isSimple = inventory.added.contains(number) && type == "Sig"
        for kid in kids where isSimple { isSimple = try isNewWidget(kid, of: number, field["V"]) }
        guard isSimple else { return forbid(.content, "the field '\(name)' was added to the form") }
        explained.insert(number)
        widgets[number] = name
        if try new.resolve(object).hasDuplicateKeys { forbid(.structure, "the field '\(name)' has a duplicate key") }
        var shown = [field]
        for kid in kids {
            guard let object = kid.reference?.number, let widget = try new.dictionary(kid) else { continue }
            explained.insert(object)
            widgets[object] = name
            if PDFObject.dictionary(widget).hasDuplicateKeys {
                forbid(.structure, "the field '\(name)' has a duplicate key")
            }
            shown.append(widget)
        }
        for widget in shown {
            try explain(widget["AP"])
            try explain(widget["MK"])
            if try AnnotationContent(of: new).runsAction(widget) {
                forbid(.content, "the signature field '\(name)' was added with an action")
            }
        }
        guard field["V"] == nil else { return try nameSignature(field["V"], name, shown) }
        if try isShown(shown) {
            forbid(.content, "the empty signature field '\(name)' was added, with a visible appearance")
        } else {
            add(.signature, "the empty signature field '\(name)' was added", isPermitted: permission >= .forms)
        }
    }

    /// Whether an object is a widget of a new field: one that shows the signature on a further page.
    private func isNewWidget(
        _ object: PDFObject,
        of field: Int,
        _ signature: PDFObject?
    ) throws(PDFError) -> Bool {
        guard let number = object.reference?.number, inventory.added.contains(number),
            case .dictionary(let widget) = try new.resolve(object)
        else { return false }
        return widget["Subtype"]?.name == "Widget" && widget["Parent"]?.reference?.number ?? field == field
            && widget["T"] == nil && widget["Kids"] == nil && widget["FT"]?.name ?? "Sig" == "Sig"
            && widget["V"] ?? signature == signature
    }

    /// Whether one of a field's widgets draws something, and has a place for it.
    func isShown(_ widgets: [PDFDictionary]) throws(PDFError) -> Bool {
        for widget in widgets {
            let colors = try new.dictionary(widget["MK"])?.entries ?? []
            let hasLook = try draws(widget["AP"])
            guard hasLook || !colors.isEmpty else { continue }
            var sides: [Double] = []
            for side in try new.resolve(widget["Rect"]).array ?? [] { sides.append(try new.resolve(side).number ?? 0) }
            if sides.count == 4, sides[0] != sides[2], sides[1] != sides[3] { return true }
        }
        return false
    }

    /// Whether an appearance is more than empty streams, which some programs give to empty fields.
    private func draws(_ appearance: PDFObject?) throws(PDFError) -> Bool {
        for (_, object) in try new.dictionary(appearance)?.entries ?? [] {
            let form = try new.resolve(object)
            if form == .null { continue }
            guard case .stream(_, let place) = form else { return true }
            // The length that a stream states may be another one than readers find.
            let data = try new.source.read(at: place.offset, count: 64).drop(while: PDFSyntax.isSpace)
            guard data.starts(with: "endstream".utf8) else { return true }
        }
        return false
    }

    mutating func nameSignature(
        _ value: PDFObject?,
        _ field: String,
        _ widgets: [PDFDictionary]
    ) throws(PDFError) {
        guard let number = value?.reference?.number, inventory.added.contains(number) else {
            return forbid(
                .signature,
                "the field '\(field)' was given a signature that already existed, or that is not an object"
            )
        }
        try explain(value)
        let signature = try new.dictionary(value)
        if signature?["SubFilter"]?.name == "ETSI.RFC3161" {
            // Any program gets a timestamp from an authority that is trusted, and no signer answers for what it shows.
            if try isShown(widgets) {
                forbid(.timestamp, "a document timestamp was added in the visible field '\(field)'")
            } else {
                add(.timestamp, "a document timestamp was added in the field '\(field)'", isPermitted: true)
            }
        } else if locks.contains(where: { $0.locks(field) }) {
            forbid(.signature, "the field '\(field)' was signed, although an earlier signature locks it")
        } else {
            add(.signature, "the document was signed in the field '\(field)'", isPermitted: permission >= .forms)
        }
    }
}
