/// What the fields above a field, and the field itself, say of its change.
struct FieldContext {
    /// Whether readers may draw all fields again, as the form says.
    let mayRedraw: Bool
    /// The full name of the fields above.
    var name = ""
    /// What the fields take.
    var type: PDFName?
    /// The bits that say more of the kind of field.
    var flags = 0
    /// What was filled in before.
    var former: PDFObject?
    /// What is filled in now.
    var value: PDFObject?
    /// Whether another value was filled in.
    var isFilled = false
    /// Whether the field was empty, and has a signature now.
    var isSigned = false
    /// How many fields are above.
    var depth = 0

    init(mayRedraw: Bool) { self.mayRedraw = mayRedraw }

    /// Whether the field is a check box or one of several buttons: its value chooses which of its looks is shown.
    ///
    /// - SeeAlso: ISO 32000-2, 12.7.5.2, table 229: bit 17 marks the others.
    var isToggle: Bool { type == "Btn" && flags & 1 << 16 == 0 }

    /// What was filled in, in words.
    var words: String {
        let before = Self.text(former)
        let after = Self.text(value)
        return switch (before, after) {
        case (let before?, let after?): "the field '\(name)' was changed from '\(before)' to '\(after)'"
        case (nil, let after?): "the field '\(name)' was filled in: '\(after)'"
        case (let before?, nil) where isFilled: "the field '\(name)' was emptied; it was '\(before)'"
        default: "the field '\(name)' was filled in"
        }
    }

    /// A value as people read it, of at most 80 characters; nil for none, and for one that is not text.
    private static func text(_ value: PDFObject?) -> String? {
        let text: String
        switch value {
        case .string(let string)?: text = PDFText.decode(string)
        case .name(let name)?: text = "\(name)"
        case .array(let elements)?: text = elements.compactMap(Self.text).joined(separator: ", ")
        default: return nil
        }
        guard !text.isEmpty else { return nil }
        return text.count > 80 ? text.prefix(80) + "…" : text
    }
}
