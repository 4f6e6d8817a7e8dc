/// What was changed in the form.
extension RevisionComparison {
    /// What the fields above a field, and the field itself, say of its change.
    struct FieldContext {
        /// The full name of the fields above.
        var name = ""
        /// What the fields take.
        var type: PDFName?
        /// Whether another value was filled in.
        var isFilled = false
        /// Whether the field was empty, and has a signature now.
        var isSigned = false
        /// How many fields are above.
        var depth = 0
    }

    /// The bits of an annotation's flags that hide it: Invisible, Hidden and NoView.
    ///
    /// - SeeAlso: ISO 32000-2, 12.5.3.
    private static let hidingFlags = 0b10_0011

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
            case "Fields", "SigFlags": continue
            case "DA" where before == nil, "DR" where before == nil: try explain(after)
            case "NeedAppearances" where after == nil || after == .boolean(false): continue
            case "DR": try compareResources(before, after)
            default: forbid(.content, "the form's /\(key) was changed")
            }
        }
        explainReference(right["Fields"], former: left["Fields"])
        let before = try old.resolve(left["Fields"]).array ?? []
        let after = try new.resolve(right["Fields"]).array ?? []
        for field in before where !after.contains(field) { forbid(.content, "a field was removed from the form") }
        // Readers may draw all fields again in such a form.
        let mayRedraw = left["NeedAppearances"] == .boolean(true)
        var visited: Set<Int> = []
        for field in before {
            if let reference = field.reference { try compareField(reference, FieldContext(), mayRedraw, &visited) }
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
        try explain(resources, replacing: former)
    }

    // MARK: - Fields that were there

    private mutating func compareField(
        _ reference: PDFReference,
        _ above: FieldContext,
        _ mayRedraw: Bool,
        _ visited: inout Set<Int>
    ) throws(PDFError) {
        // A stream that is in the list of fields is also something else.
        guard above.depth < old.window.limits.depth, visited.insert(reference.number).inserted,
            case .dictionary(let former) = try old.object(reference)
        else { return }
        var context = above
        context.depth += 1
        let part = try old.resolve(former["T"]).string.map(PDFText.decode) ?? ""
        context.name = [above.name, part].filter { !$0.isEmpty }.joined(separator: ".")
        context.type = try old.resolve(former["FT"]).name ?? above.type
        let present = try new.object(reference)
        let value = present.dictionary?["V"]
        // The value may be an indirect object that the new revision replaces.
        if isChanged(former["V"]) || former["V"] != value { context.isFilled = true }
        if context.type == "Sig", former["V"] == nil, value != nil { context.isSigned = true }
        for kid in try old.resolve(former["Kids"]).array ?? [] {
            if let kid = kid.reference { try compareField(kid, context, mayRedraw, &visited) }
        }
        guard case .dictionary(let field) = present else {
            return forbid(.content, "the field '\(context.name)' was removed")
        }
        let isChanged = isChanged(former["V"]) || isChanged(former["AP"])
        guard inventory.changed.contains(reference.number) || isChanged else { return }
        explained.insert(reference.number)
        if context.type == "Sig" {
            try compareSignatureField(former, field, context)
        } else {
            try compareFilledField(former, field, context, mayRedraw)
        }
    }

    private mutating func compareSignatureField(
        _ former: PDFDictionary,
        _ field: PDFDictionary,
        _ context: FieldContext
    ) throws(PDFError) {
        var looksOther = isChanged(former["AP"])
        for (key, before, after) in Self.differences(former, field) {
            switch key {
            case "V" where before == nil && after != nil: continue
            case "V": forbid(.content, "the signature of the field '\(context.name)' was changed")
            case "M": continue
            case "AP", "MK": looksOther = true
            case "F": if try isVisibilityOther(before, after) { looksOther = true }
            default: forbid(.content, "the field '\(context.name)' was changed: /\(key)")
            }
        }
        try explain(field["AP"])
        try explain(field["MK"])
        guard context.isSigned else {
            if looksOther { forbid(.content, "what the signature field '\(context.name)' shows was changed") }
            return
        }
        if former["V"] == nil, field["V"] != nil { try nameSignature(field["V"], context.name, [field]) }
    }

    private mutating func compareFilledField(
        _ former: PDFDictionary,
        _ field: PDFDictionary,
        _ context: FieldContext,
        _ mayRedraw: Bool
    ) throws(PDFError) {
        var looksOther = isChanged(former["AP"])
        var isOther = looksOther || isChanged(former["V"])
        for (key, before, after) in Self.differences(former, field) {
            switch key {
            case "AP", "MK":
                looksOther = looksOther || before != nil
                isOther = true
            case "F" where try isVisibilityOther(before, after):
                forbid(.content, "the field '\(context.name)' was hidden or shown")
            case "AS", "F", "I", "M", "RV", "V": isOther = true
            default: forbid(.content, "the field '\(context.name)' was changed: /\(key)")
            }
        }
        for key in ["V", "AP", "RV", "MK"] as [PDFName] { try explain(field[key], replacing: former[key]) }
        guard isOther else { return }
        // A button has an icon, and no value beside it.
        if looksOther, !context.isFilled, !mayRedraw, context.type != "Btn" {
            forbid(.content, "what the field '\(context.name)' shows was changed, though its value is the same")
        } else if locks.contains(where: { $0.locks(context.name) }) {
            forbid(.field, "the field '\(context.name)' was filled in, though the signature locks it")
        } else {
            add(.field, "the field '\(context.name)' was filled in", isPermitted: permission >= .forms)
        }
    }

    /// Whether a widget is hidden now, and was not, or the other way round.
    private func isVisibilityOther(_ former: PDFObject?, _ flags: PDFObject?) throws(PDFError) -> Bool {
        let before = try old.resolve(former).integer ?? 0
        let after = try new.resolve(flags).integer ?? 0
        return before & Self.hidingFlags != after & Self.hidingFlags
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
        widgets.insert(number)
        var shown = [field]
        for kid in kids {
            guard let object = kid.reference?.number, let widget = try new.dictionary(kid) else { continue }
            explained.insert(object)
            widgets.insert(object)
            shown.append(widget)
        }
        for widget in shown {
            try explain(widget["AP"])
            try explain(widget["MK"])
            if try runsAction(widget) { forbid(.content, "the signature field '\(name)' was added with an action") }
        }
        guard field["V"] == nil else { return try nameSignature(field["V"], name, shown) }
        if try isShown(shown) {
            forbid(.content, "the empty signature field '\(name)' was added, which shows something")
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
        return widget["Subtype"]?.name == "Widget" && widget["Parent"]?.reference?.number == field
            && widget["T"] == nil && widget["Kids"] == nil && widget["FT"]?.name ?? "Sig" == "Sig"
            && widget["V"] ?? signature == signature
    }

    /// Whether one of a field's widgets draws something, and has a place for it.
    private func isShown(_ widgets: [PDFDictionary]) throws(PDFError) -> Bool {
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

    private mutating func nameSignature(
        _ value: PDFObject?,
        _ field: String,
        _ widgets: [PDFDictionary]
    ) throws(PDFError) {
        guard let number = value?.reference?.number, inventory.added.contains(number) else {
            return forbid(.signature, "the field '\(field)' got a signature that was there before, or is not an object")
        }
        try explain(value)
        let signature = try new.dictionary(value)
        if signature?["SubFilter"]?.name == "ETSI.RFC3161" {
            // Any program gets a timestamp from an authority that is trusted, and no signer answers for what it shows.
            if try isShown(widgets) {
                forbid(.timestamp, "a document timestamp was added in the field '\(field)', which shows something")
            } else {
                add(.timestamp, "a document timestamp was added in the field '\(field)'", isPermitted: true)
            }
        } else if locks.contains(where: { $0.locks(field) }) {
            forbid(.signature, "the field '\(field)' was signed, though an earlier signature locks it")
        } else {
            add(.signature, "the document was signed in the field '\(field)'", isPermitted: permission >= .forms)
        }
    }
}
