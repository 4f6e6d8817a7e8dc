/// The field of a signature, and the form around it.
extension PDFSignaturePlan {
    /// Lets a field hold the signature; returns what the field locks.
    static func addField(
        _ options: PDFSignatureOptions,
        of document: PDFDocument,
        _ signature: PDFReference,
        _ revision: inout PDFRevision,
        _ notes: inout [String]
    ) throws(PDFError) -> FieldLock? {
        if options.appearance != nil, try asksForLooks(document) {
            notes.append(
                "some readers may not show the signature: the form asks them to draw its fields (NeedAppearances)"
            )
        }
        let fields = try document.signatureFields()
        let empty = fields.filter { $0.signature == nil && $0.reference != nil }
        var chosen = options.field == nil && empty.count == 1 ? empty[0] : nil
        if let name = options.field, let field = fields.first(where: { $0.name == name }) {
            guard field.signature == nil else {
                throw PDFError(.invalidArgument, "the field '\(name)' is already signed")
            }
            guard field.reference != nil else {
                throw PDFError(.notSupported, "the field '\(name)' has no object number")
            }
            chosen = field
        }
        if let chosen, let reference = chosen.reference {
            guard options.pages == nil, options.anchor == nil else {
                throw PDFError(.invalidArgument, "the field '\(chosen.name)' already has a page")
            }
            try checkLocks(chosen.name, document)
            var field = chosen.value
            field["V"] = .reference(signature)
            if let appearance = options.appearance {
                let place = try document.place(of: field, reference)
                let stated = place?.area
                guard let area = stated, let rotation = place?.geometry?.rotation, appearance.rectangle == nil else {
                    throw PDFError(
                        .invalidArgument,
                        stated == nil
                            ? "the field '\(chosen.name)' is invisible, so a signature in it can't be visible"
                            : "the field '\(chosen.name)' already has a rectangle"
                    )
                }
                var drawn = try appearance.draw(to: &revision, area)
                field["AP"] = drawn.entry(rotation, to: &revision)
            }
            revision.set(reference, .value(.dictionary(field)))
            try setForm(document, adding: nil, certifying: options.certification.map { _ in signature }, &revision)
            return try document.dictionary(field["Lock"]).flatMap { lock throws(PDFError) in
                try FieldLock(lock, of: document)
            }
        }
        if let name = options.field, name.isEmpty || name.contains(".") {
            throw PDFError(.invalidArgument, "a new field's name must not be empty or contain a period")
        }
        let name = options.field ?? Self.unused("Signature", Set(fields.map(\.name)))
        try checkLocks(name, document)
        let certified = options.certification.map { _ in signature }
        try addField(
            named: name,
            FieldPlacement.all(options, of: document),
            certified,
            showing: options.appearance,
            of: document,
            signature,
            &revision
        )
        return nil
    }

    /// A name with a number behind it that no field has.
    static func unused(_ word: String, _ names: Set<String>) -> String {
        var number = 1
        while names.contains("\(word)\(number)") { number += 1 }
        return "\(word)\(number)"
    }

    /// Adds a field, which shows nothing without an appearance; on several pages it has a widget on each.
    static func addField(
        named name: String,
        _ placements: [FieldPlacement],
        _ certified: PDFReference?,
        showing appearance: SignatureAppearance? = nil,
        of document: PDFDocument,
        _ signature: PDFReference,
        _ revision: inout PDFRevision
    ) throws(PDFError) {
        let field = revision.newReference()
        var value = PDFDictionary([
            ("FT", .name("Sig")), ("T", .string(PDFText.encode(name))), ("V", .reference(signature)),
        ])
        // All rectangles have one size, so that one appearance serves them all.
        var shown = try placements.first?.area.flatMap { area throws(PDFError) in
            try appearance?.draw(to: &revision, area)
        }
        var kids: [PDFObject] = []
        for placement in placements {
            var widget = PDFDictionary([
                ("Type", .name("Annot")), ("Subtype", .name("Widget")),
                // Print and Locked; a rectangle without extent shows nothing.
                ("F", .integer(132)), ("Rect", .array([.integer(0), .integer(0), .integer(0), .integer(0)])),
                ("P", .reference(placement.page)),
            ])
            if let area = placement.area, let geometry = placement.geometry {
                widget["Rect"] = geometry.object(area)
                if let look = shown?.entry(geometry.rotation, to: &revision) { widget["AP"] = look }
            }
            guard placements.count > 1 else {
                // A field with one widget is one object with it.
                for entry in widget.entries { value[entry.key] = entry.value }
                try list(field, on: placement.page, of: document, &revision)
                break
            }
            let kid = revision.newReference()
            widget["Parent"] = .reference(field)
            // Inherited from the field, but readers such as poppler and MuPDF look for them in the widget only.
            widget["FT"] = .name("Sig")
            widget["V"] = .reference(signature)
            revision.set(kid, .value(.dictionary(widget)))
            try list(kid, on: placement.page, of: document, &revision)
            kids.append(.reference(kid))
        }
        if !kids.isEmpty { value["Kids"] = .array(kids) }
        revision.set(field, .value(.dictionary(value)))
        try setForm(document, adding: field, certifying: certified, &revision)
    }

    /// Lists a widget among the annotations of its page.
    private static func list(
        _ widget: PDFReference,
        on page: PDFReference,
        of document: PDFDocument,
        _ revision: inout PDFRevision
    ) throws(PDFError) {
        // Two widgets may be on one page, and two pages may have one list.
        func current(_ reference: PDFReference) throws(PDFError) -> PDFObject {
            if let value = revision.value(reference) { return value }
            return try document.object(reference)
        }
        var value = try current(page).dictionary ?? PDFDictionary()
        if case .reference(let list)? = value["Annots"] {
            let known = try current(list).array ?? []
            revision.set(list, .value(.array(known + [.reference(widget)])))
        } else {
            value["Annots"] = .array((value["Annots"]?.array ?? []) + [.reference(widget)])
            revision.set(page, .value(.dictionary(value)))
        }
    }

    /// Lists a new field in the form, and says that the document has signatures and must only be appended to.
    ///
    /// - SeeAlso: ISO 32000-2, 12.7.3, SigFlags.
    private static func setForm(
        _ document: PDFDocument,
        adding field: PDFReference?,
        certifying signature: PDFReference?,
        _ revision: inout PDFRevision
    ) throws(PDFError) {
        var (reference, catalog) = try document.catalog()
        if let signature {
            var permissions = try document.dictionary(catalog["Perms"]) ?? PDFDictionary()
            permissions["DocMDP"] = .reference(signature)
            catalog["Perms"] = .dictionary(permissions)
            revision.set(reference, .value(.dictionary(catalog)))
        }
        let entry = catalog["AcroForm"]
        var form = try document.dictionary(entry) ?? PDFDictionary()
        let flags = (try document.resolve(form["SigFlags"]).integer ?? 0) | 3
        let isNew = form["SigFlags"]?.integer != flags || field != nil
        guard isNew else { return }
        form["SigFlags"] = .integer(flags)
        // Readers that draw all fields themselves leave out those of signatures.
        if form["NeedAppearances"] != nil, try !asksForLooks(document) { form["NeedAppearances"] = nil }
        if let field {
            let fields = try document.resolve(form["Fields"]).array ?? []
            form["Fields"] = .array(fields + [.reference(field)])
        }
        if let place = entry?.reference, try document.dictionary(entry) != nil {
            revision.set(place, .value(.dictionary(form)))
        } else {
            if let changed = revision.value(reference)?.dictionary { catalog = changed }
            catalog["AcroForm"] = .dictionary(form)
            revision.set(reference, .value(.dictionary(catalog)))
        }
    }

    /// Whether readers must draw fields of the form themselves: it says so, and some fields have no look of their own.
    ///
    /// - SeeAlso: ISO 32000-2, 12.7.3, NeedAppearances.
    private static func asksForLooks(_ document: PDFDocument) throws(PDFError) -> Bool {
        guard let form = try document.dictionary(document.catalog().value["AcroForm"]),
            try document.resolve(form["NeedAppearances"]) == .boolean(true)
        else { return false }
        for field in try document.formFields() where field.type != "Sig" {
            var widgets = [field.value]
            for kid in try document.resolve(field.value["Kids"]).array ?? [] {
                if let widget = try document.dictionary(kid) { widgets.append(widget) }
            }
            if widgets.contains(where: { $0["Rect"] != nil && $0["AP"] == nil }) { return true }
        }
        return false
    }
}
