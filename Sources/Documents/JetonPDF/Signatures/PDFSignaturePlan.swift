import JetonASN1
import JetonX509

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
    /// What the signer should know of the document, one sentence each without a full stop.
    package private(set) var notes: [String] = []

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
            throw PDFError(.malformed, "a plan with a byte range that does not belong to it")
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
        var notes = try Self.notes(on: document, options)
        var options = options
        if let claim = try ArchivalClaim(of: document), let appearance = options.appearance {
            try claim.check(appearance)
            options.appearance?.isCalibrated = claim.needsCalibratedColors
        }
        var revision = try PDFRevision(of: document)
        let signature = revision.newReference()
        let lock = try Self.addField(options, of: document, signature, &revision, &notes)
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
        self.notes = notes
    }

    /// What the signer should know of a document.
    ///
    /// - Throws: ``PDFError/Code/notPermitted`` for a certification of what readers show differently.
    private static func notes(
        on document: PDFDocument,
        _ options: PDFSignatureOptions
    ) throws(PDFError) -> [String] {
        guard let reason = try document.ambiguity() else { return [] }
        guard options.certification == nil else {
            throw PDFError(.notPermitted, "readers may show different pages of it: \(reason)")
        }
        return ["readers may show different pages of this document: \(reason)"]
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
        let signed = try document.signatureFields().count { $0.signature != nil }
        guard signed < PDFVerifier.signatureLimit else {
            throw PDFError(.limitExceeded, "it already has \(signed) signatures, the most that jeton checks")
        }
        guard options.certification != nil else { return }
        if signed > 0 {
            throw PDFError(.notPermitted, "it is already signed, and a certification must be the first signature")
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
    static func checkLocks(_ field: String, _ document: PDFDocument) throws(PDFError) {
        for signed in try document.signatureFields() {
            guard let signature = try document.dictionary(signed.signature) else { continue }
            guard try SignatureRules(signature, of: document).locks.contains(where: { $0.locks(field) }) else {
                continue
            }
            throw PDFError(.notPermitted, "the signature of '\(signed.name)' locks the field '\(field)'")
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
