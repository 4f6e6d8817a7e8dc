/// What was changed in fields that the form had.
extension RevisionComparison {
    /// The bits of an annotation's flags that hide it: Invisible, Hidden and NoView.
    ///
    /// - SeeAlso: ISO 32000-2, 12.5.3.
    private static let hidingFlags = 0b10_0011

    /// Compares a field and those below it.
    mutating func compareField(
        _ reference: PDFReference,
        _ above: FieldContext,
        _ visited: inout Set<Int>
    ) throws(PDFError) {
        // A stream that is in the list of fields is also something else.
        guard above.depth < old.window.limits.depth, visited.insert(reference.number).inserted,
            case .dictionary(let former) = try old.object(reference)
        else { return }
        let present = try new.object(reference)
        let context = try self.context(above, former, present.dictionary)
        for kid in try old.resolve(former["Kids"]).array ?? [] {
            if let kid = kid.reference { try compareField(kid, context, &visited) }
        }
        guard case .dictionary(let field) = present else {
            return forbid(.content, "the field '\(context.name)' was removed")
        }
        let isChanged = isChanged(former["V"]) || isChanged(former["AP"])
        guard inventory.changed.contains(reference.number) || isChanged else { return }
        explained.insert(reference.number)
        // Readers differ in which of two equal keys they take.
        if present.hasDuplicateKeys { forbid(.structure, "the field '\(context.name)' has a duplicate key") }
        if context.type == "Sig" {
            try compareSignatureField(former, field, context)
        } else {
            try compareFilledField(former, field, context)
        }
    }

    private func context(
        _ above: FieldContext,
        _ former: PDFDictionary,
        _ field: PDFDictionary?
    ) throws(PDFError) -> FieldContext {
        var context = above
        context.depth += 1
        let part = try old.resolve(former["T"]).string.map(PDFText.decode) ?? ""
        context.name = [above.name, part].filter { !$0.isEmpty }.joined(separator: ".")
        context.type = try old.resolve(former["FT"]).name ?? above.type
        context.flags = try old.resolve(former["Ff"]).integer ?? above.flags
        if let value = former["V"] { context.former = try old.resolve(value) }
        if let value = field?["V"] { context.value = try new.resolve(value) }
        // The value may be an indirect object that the new revision replaces.
        if isChanged(former["V"]) || former["V"] != field?["V"] { context.isFilled = true }
        if former["V"] != nil, field?["V"] == nil { context.value = nil }
        if context.type == "Sig", former["V"] == nil, field?["V"] != nil { context.isSigned = true }
        return context
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
        // A field that is signed shows the signature: what only it showed before may be written over.
        try explain(field["AP"], replacing: context.isSigned ? former["AP"] : nil)
        try explain(field["MK"])
        guard context.isSigned else {
            if looksOther { forbid(.content, "the appearance of the signature field '\(context.name)' was changed") }
            return
        }
        if former["V"] == nil, field["V"] != nil { try nameSignature(field["V"], context.name, [field]) }
    }

    private mutating func compareFilledField(
        _ former: PDFDictionary,
        _ field: PDFDictionary,
        _ context: FieldContext
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
            // The font and size of what is filled in.
            case "DA" where context.isFilled && !context.isToggle: isOther = true
            default: forbid(.content, "the field '\(context.name)' was changed: /\(key)")
            }
        }
        for key in ["V", "RV", "MK"] as [PDFName] { try explain(field[key], replacing: former[key]) }
        // The looks of a check box stay as they are, and its value chooses among them.
        try explain(field["AP"], replacing: context.isToggle ? nil : former["AP"])
        guard isOther else { return }
        // A button with an icon has no value beside it.
        let hasOnlyLook = context.type == "Btn" && !context.isToggle
        if looksOther, context.isToggle || !context.isFilled && !context.mayRedraw && !hasOnlyLook {
            let words = context.isToggle ? "" : ", although its value did not change"
            forbid(.content, "the appearance of the field '\(context.name)' was changed\(words)")
        } else if context.isToggle, try !showsValue(field, context) {
            forbid(.content, "the appearance of the field '\(context.name)' does not match its value")
        } else if locks.contains(where: { $0.locks(context.name) }) {
            forbid(.field, "\(context.words), although the signature locks it")
        } else {
            add(.field, context.words, isPermitted: permission >= .forms)
        }
    }

    /// Whether a check box or button shows the look of its value.
    ///
    /// - SeeAlso: ISO 32000-2, 12.7.5.2.3: AS names the look, and is the value or Off.
    private func showsValue(_ field: PDFDictionary, _ context: FieldContext) throws(PDFError) -> Bool {
        let looks = try new.dictionary(new.dictionary(field["AP"])?["N"])
        guard looks != nil || field["AS"] != nil else { return true }
        let shown = try new.resolve(field["AS"]).name ?? "Off"
        let value = context.value?.name ?? "Off"
        return shown == value || shown == "Off" && looks?[value] == nil
    }

    /// Whether a widget is hidden now, and was not, or the other way round.
    private func isVisibilityOther(_ former: PDFObject?, _ flags: PDFObject?) throws(PDFError) -> Bool {
        let before = try old.resolve(former).integer ?? 0
        let after = try new.resolve(flags).integer ?? 0
        return before & Self.hidingFlags != after & Self.hidingFlags
    }
}
