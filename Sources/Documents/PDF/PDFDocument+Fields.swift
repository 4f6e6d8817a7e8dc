/// Form fields.
///
/// - SeeAlso: ISO 32000-2, 12.7.
extension PDFDocument {
    /// A field of the form that takes a signature.
    public struct SignatureField: Sendable {
        /// The field's object; nil for one that has no number, which can't be filled.
        public let reference: PDFReference?
        /// The partial names from the root on, joined by points.
        public let name: String
        /// The field's own dictionary.
        public let value: PDFDictionary
        /// The signature; nil for an empty field.
        public let signature: PDFObject?
    }

    /// The signature fields in the order of the form.
    ///
    /// - Throws: ``PDFError/Code/circular``, ``PDFError/Code/limitExceeded``.
    public func signatureFields() throws(PDFError) -> [SignatureField] {
        guard let form = try dictionary(catalog().value["AcroForm"]) else { return [] }
        var fields: [SignatureField] = []
        var visited: Set<PDFReference> = []
        var nodes = 0
        var open: [(object: PDFObject, name: String, type: PDFName?)] = []
        for field in try resolve(form["Fields"]).array ?? [] { open.append((field, "", nil)) }
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
            if let kids = try resolve(field["Kids"]).array, !kids.isEmpty {
                // Kids without a name are the field's widgets.
                var hasFields = false
                for kid in kids where try dictionary(kid)?["T"] != nil { hasFields = true }
                if hasFields {
                    for kid in kids.reversed() { open.append((kid, name, type)) }
                    continue
                }
            }
            guard type == "Sig" else { continue }
            fields.append(
                SignatureField(reference: next.object.reference, name: name, value: field, signature: field["V"])
            )
        }
        return fields
    }
}
