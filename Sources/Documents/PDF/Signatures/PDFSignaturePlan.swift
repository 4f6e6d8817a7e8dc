import ASN1
import X509

/// A revision with a signature field whose signature is missing.
package struct PDFSignaturePlan: Sendable {
    /// The signature has at most this many bytes.
    package static let roomLimit = 1 << 24
    /// The longest form of each number, so that the numbers can be put in place when the sizes are known.
    private static let placeholder = "/ByteRange [0 0000000000000000000 0000000000000000000 0000000000000000000]"
    /// What stands between the byte range and the signature.
    private static let separator = Array("\n/Contents ".utf8)

    /// How many bytes of the file come before.
    package let inputSize: UInt64
    /// What is appended in front of the signature's hexadecimal digits and their delimiters.
    package let head: [UInt8]
    /// How many bytes the signature may have.
    package let room: Int
    /// What is appended behind them.
    package let tail: [UInt8]

    /// Takes a plan that was kept.
    ///
    /// - Throws: ``PDFError/Code/malformed`` if the byte range in the head is not that of the plan.
    package init(inputSize: UInt64, head: [UInt8], room: Int, tail: [UInt8]) throws(PDFError) {
        guard (1...Self.roomLimit).contains(room), inputSize <= 1 << 60 else {
            throw PDFError(.malformed, "a plan without room for the signature")
        }
        self.inputSize = inputSize
        self.head = head
        self.room = room
        self.tail = tail
        let start = inputSize + UInt64(head.count)
        let end = Self.byteRange(start: start, gap: room * 2 + 2, tail: tail.count) + Self.separator
        guard head.count > end.count, head.suffix(end.count).elementsEqual(end) else {
            throw PDFError(.malformed, "a plan whose byte range is not its own")
        }
    }

    /// The byte range, as long as the placeholder.
    private static func byteRange(start: UInt64, gap: Int, tail: Int) -> [UInt8] {
        var range = Array("/ByteRange [0 \(start) \(start + UInt64(gap)) \(tail)".utf8)
        range += [UInt8](repeating: 0x20, count: placeholder.utf8.count - range.count - 1)
        return range + Array("]".utf8)
    }

    /// Plans the revision.
    ///
    /// - Parameters:
    ///   - document: The document as it is.
    ///   - options: What the signature says and how it looks.
    ///   - room: How many bytes the signature may have.
    /// - Throws: ``PDFError``, also for a document that permits no further signature.
    init(_ document: PDFDocument, _ options: PDFSignatureOptions, room: Int) throws(PDFError) {
        try Self.checkPermission(document, options)
        let claim = try ArchivalClaim(of: document)
        if let appearance = options.appearance { try claim?.check(appearance) }
        var revision = try PDFRevision(of: document)
        let signature = revision.newReference()
        let lock = try Self.addField(options, of: document, signature, &revision)
        var first = Array("<</Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n".utf8)
        let entries: [(PDFName, String?)] = [
            ("Name", options.name), ("Reason", options.reason), ("Location", options.location),
            ("ContactInfo", options.contact),
        ]
        for (key, text) in entries {
            guard let text else { continue }
            first += "/\(key) ".utf8
            PDFEncoder.encode(try revision.encrypted(.string(PDFText.encode(text)), in: signature), to: &first)
            first += "\n".utf8
        }
        if let time = options.time {
            first += "/M ".utf8
            PDFEncoder.encode(try revision.encrypted(.string(Array(Self.date(time).utf8)), in: signature), to: &first)
            first += "\n".utf8
        }
        if let references = try Self.references(options, lock, document) {
            first += "/Reference ".utf8
            PDFEncoder.encode(try revision.encrypted(references, in: signature), to: &first)
            first += "\n".utf8
        }
        try self.init(document, signature, first, &revision, room: room)
    }

    /// Plans the revision of a document timestamp, which a certification permits in any case.
    init(timestamping document: PDFDocument, room: Int) throws(PDFError) {
        var revision = try PDFRevision(of: document)
        let signature = revision.newReference()
        let names = Set(try document.signatureFields().map(\.name))
        let placement = FieldPlacement(page: try document.page(1).reference, area: nil)
        try Self.addField(named: Self.unused("Timestamp", names), [placement], nil, of: document, signature, &revision)
        let first = Array("<</Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n".utf8)
        try self.init(document, signature, first, &revision, room: room)
    }

    private init(
        _ document: PDFDocument,
        _ signature: PDFReference,
        _ entries: [UInt8],
        _ revision: inout PDFRevision,
        room: Int
    ) throws(PDFError) {
        let first = entries + Array(Self.placeholder.utf8) + Self.separator
        revision.set(signature, .split(head: first, gap: room * 2 + 2, tail: Array("\n>>".utf8)))
        let (head, gap, tail) = try revision.encode()
        inputSize = document.source.size
        self.room = room
        self.tail = tail
        let range = Self.byteRange(start: inputSize + UInt64(head.count), gap: gap, tail: tail.count)
        let place = head.count - first.count + entries.count
        self.head = Array(head[..<place]) + range + Array(head[(place + range.count)...])
    }

    /// The message in hexadecimal digits with what fills the room; nil if it is larger than the room.
    func contents(_ message: [UInt8]) -> [UInt8]? {
        guard message.count <= room else { return nil }
        var contents = Array("<".utf8)
        for byte in message { PDFEncoder.encode(hexadecimal: byte, to: &contents) }
        contents += [UInt8](repeating: 0x30, count: (room - message.count) * 2)
        return contents + Array(">".utf8)
    }

    /// The whole revision around a message; nil if it is larger than the room.
    func revision(holding message: [UInt8]) -> [UInt8]? { contents(message).map { head + $0 + tail } }

    // MARK: - Parts

    /// Refuses a document that is certified so that nothing may change, and a certification behind a signature.
    ///
    /// - SeeAlso: ISO 32000-2, 12.8.2.2.
    private static func checkPermission(
        _ document: PDFDocument,
        _ options: PDFSignatureOptions
    ) throws(PDFError) {
        if try SignatureRules.certification(of: document) == .noChanges {
            throw PDFError(.notPermitted, "it is certified, and no changes are allowed")
        }
        if let encryption = document.window.encryption {
            let fields = try document.signatureFields().filter { $0.signature == nil && $0.reference != nil }
            let fills = options.field.map { name in fields.contains { $0.name == name } } ?? (fields.count == 1)
            guard fills ? encryption.permitsFilling || encryption.permitsNewFields : encryption.permitsNewFields else {
                throw PDFError(.notPermitted, "it is encrypted, and only its owner may add a signature")
            }
        }
        guard options.certification != nil else { return }
        if try document.signatureFields().contains(where: { $0.signature != nil }) {
            throw PDFError(.notPermitted, "it is signed, and a certification comes before all signatures")
        }
    }

    /// The entry Reference: what the signature certifies, and which fields it locks; nil for neither.
    ///
    /// - SeeAlso: ISO 32000-2, 12.8.1, table 256.
    private static func references(
        _ options: PDFSignatureOptions,
        _ lock: FieldLock?,
        _ document: PDFDocument
    ) throws(PDFError) -> PDFObject? {
        var references: [PDFObject] = []
        func reference(_ method: PDFName, _ parameters: PDFDictionary) throws(PDFError) -> PDFObject {
            .dictionary(
                PDFDictionary([
                    ("Type", .name("SigRef")), ("TransformMethod", .name(method)),
                    ("TransformParams", .dictionary(parameters)),
                    ("Data", .reference(try document.catalog().reference)),
                ])
            )
        }
        if let permission = options.certification {
            let parameters = PDFDictionary([
                ("Type", .name("TransformParams")), ("V", .name("1.2")), ("P", .integer(permission.rawValue)),
            ])
            references.append(try reference("DocMDP", parameters))
        }
        if let lock {
            var parameters = lock.dictionary
            parameters["Type"] = .name("TransformParams")
            parameters["V"] = .name("1.2")
            references.append(try reference("FieldMDP", parameters))
        }
        return references.isEmpty ? nil : .array(references)
    }

    /// Refuses a field that an earlier signature locks.
    private static func checkLocks(_ field: String, _ document: PDFDocument) throws(PDFError) {
        for signed in try document.signatureFields() {
            guard let signature = try document.dictionary(signed.signature) else { continue }
            guard try SignatureRules(signature, of: document).locks.contains(where: { $0.locks(field) }) else {
                continue
            }
            throw PDFError(.notPermitted, "the signature of '\(signed.name)' locks the field '\(field)'")
        }
    }

    /// Lets a field hold the signature; returns what the field locks.
    private static func addField(
        _ options: PDFSignatureOptions,
        of document: PDFDocument,
        _ signature: PDFReference,
        _ revision: inout PDFRevision
    ) throws(PDFError) -> FieldLock? {
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
            guard options.pages == nil, options.anchor == nil else {
                throw PDFError(.invalidArgument, "the field '\(chosen.name)' has a page of its own")
            }
            try checkLocks(chosen.name, document)
            var field = chosen.value
            field["V"] = .reference(signature)
            if let appearance = options.appearance {
                let stated = try SignatureAppearance.Rectangle(document.resolve(field["Rect"]))
                guard let area = stated, appearance.rectangle == nil else {
                    throw PDFError(
                        .invalidArgument,
                        stated == nil
                            ? "the field '\(chosen.name)' shows nothing, so a signature in it can't be visible"
                            : "the field '\(chosen.name)' has a rectangle of its own"
                    )
                }
                field["AP"] = try appearance.add(to: &revision, area)
            }
            revision.set(reference, .value(.dictionary(field)))
            try setForm(document, adding: nil, certifying: options.certification.map { _ in signature }, &revision)
            return try document.dictionary(field["Lock"]).flatMap { lock throws(PDFError) in
                try FieldLock(lock, of: document)
            }
        }
        if let name = options.field, name.isEmpty || name.contains(".") {
            throw PDFError(.invalidArgument, "a new field's name is not empty and has no point")
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
    private static func unused(_ word: String, _ names: Set<String>) -> String {
        var number = 1
        while names.contains("\(word)\(number)") { number += 1 }
        return "\(word)\(number)"
    }

    /// Adds a field, which shows nothing without an appearance; on several pages it has a widget on each.
    private static func addField(
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
        let shown = try placements.first?.area.flatMap { area throws(PDFError) in
            try appearance?.add(to: &revision, area)
        }
        var kids: [PDFObject] = []
        for placement in placements {
            var widget = PDFDictionary([
                ("Type", .name("Annot")), ("Subtype", .name("Widget")),
                // Print and Locked; a rectangle without extent shows nothing.
                ("F", .integer(132)), ("Rect", .array([.integer(0), .integer(0), .integer(0), .integer(0)])),
                ("P", .reference(placement.page)),
            ])
            if let area = placement.area { widget["Rect"] = area.object }
            if let shown { widget["AP"] = shown }
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
