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

    /// Where a widget is seen.
    public struct WidgetPlace: Sendable {
        /// The number of its page, from 1.
        public let page: Int
        /// Where it is on the page, as the page is seen.
        public let area: SignatureAppearance.Rectangle
    }

    /// Where the widgets of each field are seen, by the field's object; without those that show nothing.
    ///
    /// - Throws: ``PDFError``.
    public func widgetPlaces() throws(PDFError) -> [PDFReference: [WidgetPlace]] {
        var places: [PDFReference: [WidgetPlace]] = [:]
        var owners: [PDFReference: PDFReference] = [:]
        for field in try formFields() {
            guard let reference = field.reference else { continue }
            owners[reference] = reference
            for kid in try resolve(field.value["Kids"]).array ?? [] {
                if let kid = kid.reference { owners[kid] = reference }
            }
        }
        guard !owners.isEmpty else { return places }
        var number = 0
        try forEachPage { _, page throws(PDFError) in
            number += 1
            for annotation in try resolve(page["Annots"]).array ?? [] {
                guard let reference = annotation.reference, let owner = owners[reference],
                    let geometry = try? PageGeometry(of: page, in: self),
                    let area = geometry.rectangle(try resolve(dictionary(annotation)?["Rect"]))
                else { continue }
                places[owner, default: []].append(WidgetPlace(page: number, area: area))
            }
            return true
        }
        return places
    }

    /// Where a field that is one with its widget is seen; nil if it shows nothing.
    func place(of field: PDFDictionary, _ reference: PDFReference) throws(PDFError) -> FieldPlacement? {
        var found: FieldPlacement?
        try forEachPage { page, value throws(PDFError) in
            let annotations = try resolve(value["Annots"]).array ?? []
            guard field["P"]?.reference == page || annotations.contains(.reference(reference)) else { return true }
            let geometry = try PageGeometry(of: value, in: self)
            found = FieldPlacement(
                page: page,
                area: geometry.rectangle(try resolve(field["Rect"])),
                geometry: geometry
            )
            return false
        }
        return found
    }
}
