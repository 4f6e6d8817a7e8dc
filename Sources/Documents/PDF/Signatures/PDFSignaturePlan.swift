import ASN1
import X509

/// A revision with a signature field whose signature is missing.
struct PDFSignaturePlan: Sendable {
    /// How many bytes of the file come before.
    let inputSize: UInt64
    /// What is appended in front of the signature's hexadecimal digits and their delimiters.
    let head: [UInt8]
    /// How many bytes the signature may have.
    let room: Int
    /// What is appended behind them.
    let tail: [UInt8]

    /// Plans the revision.
    ///
    /// - Parameters:
    ///   - document: The document as it is.
    ///   - options: What the signature says and how it looks.
    ///   - room: How many bytes the signature may have.
    /// - Throws: ``PDFError``, also for a document that permits no further signature.
    init(_ document: PDFDocument, _ options: PDFSignatureOptions, room: Int) throws(PDFError) {
        try Self.checkPermission(document)
        var revision = try PDFRevision(of: document)
        let signature = revision.newReference()
        try Self.addField(options, of: document, signature, &revision)
        // The longest form of each number, so that the numbers can be put in place when the sizes are known.
        let placeholder = "/ByteRange [0 0000000000000000000 0000000000000000000 0000000000000000000]"
        var first = Array("<</Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n".utf8)
        let entries: [(PDFName, String?)] = [
            ("Name", options.name), ("Reason", options.reason), ("Location", options.location),
            ("ContactInfo", options.contact),
        ]
        for (key, text) in entries {
            guard let text else { continue }
            first += "/\(key) ".utf8
            PDFEncoder.encode(.string(PDFText.encode(text)), to: &first)
            first += "\n".utf8
        }
        if let time = options.time { first += "/M (\(Self.date(time)))\n".utf8 }
        let rangeOffset = first.count
        first += placeholder.utf8
        first += "\n/Contents ".utf8
        revision.set(signature, .split(head: first, gap: room * 2 + 2, tail: Array("\n>>".utf8)))
        let (head, gap, tail) = try revision.encode()
        inputSize = document.source.size
        self.room = room
        self.tail = tail
        let start = inputSize + UInt64(head.count)
        var range = Array("/ByteRange [0 \(start) \(start + UInt64(gap)) \(tail.count)".utf8)
        range += [UInt8](repeating: 0x20, count: placeholder.utf8.count - range.count - 1)
        range += "]".utf8
        let place = head.count - first.count + rangeOffset
        self.head = Array(head[..<place]) + range + Array(head[(place + range.count)...])
    }

    // MARK: - Parts

    /// Refuses a document that is certified so that nothing may change.
    ///
    /// - SeeAlso: ISO 32000-2, 12.8.2.2.
    private static func checkPermission(_ document: PDFDocument) throws(PDFError) {
        let catalog = try document.catalog().value
        guard let permissions = try document.dictionary(catalog["Perms"]),
            let signature = try document.dictionary(permissions["DocMDP"]),
            let references = try document.resolve(signature["Reference"]).array
        else { return }
        for reference in references {
            guard let reference = try document.dictionary(reference), reference["TransformMethod"]?.name == "DocMDP"
            else { continue }
            let parameters = try document.dictionary(reference["TransformParams"])
            // Without /P the value is 2: filling in forms and signing.
            if try document.resolve(parameters?["P"]).integer == 1 {
                throw PDFError(.notPermitted, "it is certified, and no changes are allowed")
            }
        }
    }

    /// Lets a field hold the signature.
    private static func addField(
        _ options: PDFSignatureOptions,
        of document: PDFDocument,
        _ signature: PDFReference,
        _ revision: inout PDFRevision
    ) throws(PDFError) {
        let fields = try document.signatureFields()
        let empty = fields.filter { $0.signature == nil && $0.reference != nil }
        var chosen = options.field == nil && empty.count == 1 ? empty[0] : nil
        if let name = options.field, let field = fields.first(where: { $0.name == name }) {
            guard field.signature == nil else {
                throw PDFError(.invalidArgument, "the field '\(name)' is signed already")
            }
            guard field.reference != nil else {
                throw PDFError(.notSupported, "the field '\(name)' has no object number")
            }
            chosen = field
        }
        if let chosen, let reference = chosen.reference {
            var field = chosen.value
            field["V"] = .reference(signature)
            revision.set(reference, .value(.dictionary(field)))
            return try setForm(document, adding: nil, &revision)
        }
        if let name = options.field, name.isEmpty || name.contains(".") {
            throw PDFError(.invalidArgument, "a new field's name is not empty and has no point")
        }
        let names = Set(fields.map(\.name))
        var name = options.field ?? "Signature1"
        var number = 1
        while names.contains(name) {
            number += 1
            name = "Signature\(number)"
        }
        let page = try document.page(options.page)
        let field = revision.newReference()
        let widget = PDFDictionary([
            ("Type", .name("Annot")), ("Subtype", .name("Widget")), ("FT", .name("Sig")),
            ("T", .string(PDFText.encode(name))), ("V", .reference(signature)),
            // Print and Locked; a rectangle without extent shows nothing.
            ("F", .integer(132)), ("Rect", .array([.integer(0), .integer(0), .integer(0), .integer(0)])),
            ("P", .reference(page.reference)),
        ])
        revision.set(field, .value(.dictionary(widget)))
        var value = page.value
        switch value["Annots"] {
        case .reference(let list)?:
            revision.set(list, .value(.array((try document.object(list).array ?? []) + [.reference(field)])))
        case let annotations:
            value["Annots"] = .array((annotations?.array ?? []) + [.reference(field)])
            revision.set(page.reference, .value(.dictionary(value)))
        }
        try setForm(document, adding: field, &revision)
    }

    /// Lists a new field in the form, and says that the document has signatures and must only be appended to.
    ///
    /// - SeeAlso: ISO 32000-2, 12.7.3, SigFlags.
    private static func setForm(
        _ document: PDFDocument,
        adding field: PDFReference?,
        _ revision: inout PDFRevision
    ) throws(PDFError) {
        var (reference, catalog) = try document.catalog()
        let entry = catalog["AcroForm"]
        var form = try document.dictionary(entry) ?? PDFDictionary()
        let flags = (try document.resolve(form["SigFlags"]).integer ?? 0) | 3
        let isNew = form["SigFlags"]?.integer != flags || field != nil
        guard isNew else { return }
        form["SigFlags"] = .integer(flags)
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

    /// A date in UTC.
    ///
    /// - SeeAlso: ISO 32000-2, 7.9.4.
    private static func date(_ time: UniversalTime) -> String {
        // 2026-11-22T12:34:56Z
        let digits = time.description.filter(\.isNumber)
        return "D:\(digits)Z"
    }
}
