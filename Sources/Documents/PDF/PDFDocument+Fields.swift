/// Form fields.
///
/// - SeeAlso: ISO 32000-2, 12.7.
extension PDFDocument {
    /// A field of the form.
    public struct FormField: Sendable {
        /// The field's object; nil for one that has no number, which can't be filled.
        public let reference: PDFReference?
        /// The partial names from the root on, joined by points.
        public let name: String
        /// The field's own dictionary.
        public let value: PDFDictionary
        /// What it takes: `Sig`, `Tx`, `Btn` or `Ch`; nil if the document does not say.
        public let type: PDFName?

        /// The signature of a signature field; nil for an empty one.
        public var signature: PDFObject? { type == "Sig" ? value["V"] : nil }

        /// Whether something was filled in, which a field above this one may state.
        public let hasValue: Bool
    }

    /// The signature fields in the order of the form.
    ///
    /// - Throws: ``PDFError/Code/circular``, ``PDFError/Code/limitExceeded``.
    public func signatureFields() throws(PDFError) -> [FormField] { try formFields().filter { $0.type == "Sig" } }

    /// The fields in the order of the form, without those that only group others.
    ///
    /// - Throws: ``PDFError/Code/circular``, ``PDFError/Code/limitExceeded``.
    public func formFields() throws(PDFError) -> [FormField] {
        guard let form = try dictionary(catalog().value["AcroForm"]) else { return [] }
        var fields: [FormField] = []
        var visited: Set<PDFReference> = []
        var nodes = 0
        var open: [(object: PDFObject, name: String, type: PDFName?, hasValue: Bool)] = []
        for field in try resolve(form["Fields"]).array ?? [] { open.append((field, "", nil, false)) }
        open.reverse()
        while let next = open.popLast() {
            nodes += 1
            guard nodes <= window.limits.nodes else {
                throw PDFError(.limitExceeded, "more than \(window.limits.nodes) fields")
            }
            if let reference = next.object.reference, !visited.insert(reference).inserted {
                throw PDFError(.circular, "the form's fields")
            }
            guard let field = try dictionary(next.object) else { continue }
            let part = try resolve(field["T"]).string.map(PDFText.decode)
            let name = [next.name, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            let type = try resolve(field["FT"]).name ?? next.type
            let hasValue = next.hasValue || field["V"] != nil
            if let kids = try resolve(field["Kids"]).array, !kids.isEmpty {
                // Kids without a name are the field's widgets.
                var hasFields = false
                for kid in kids where try dictionary(kid)?["T"] != nil { hasFields = true }
                if hasFields {
                    for kid in kids.reversed() { open.append((kid, name, type, hasValue)) }
                    continue
                }
            }
            fields.append(
                FormField(
                    reference: next.object.reference,
                    name: name,
                    value: field,
                    type: type,
                    hasValue: hasValue
                )
            )
        }
        return fields
    }
}
