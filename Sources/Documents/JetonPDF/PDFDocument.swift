/// A PDF that is read, not changed: objects are found by its cross-references and read when they are asked for.
///
/// A file whose cross-references are damaged is searched for its objects. Used by one thread at a time.
///
/// - SeeAlso: ISO 32000-2, 7.5.
public final class PDFDocument {
    /// How many bytes at the end of the file are searched for `startxref`.
    private static let endSize = 2_048
    /// How many object streams are kept.
    private static let keptStreams = 4
    /// How many bytes of the file are kept as objects: each of many signatures is compared with the same ones.
    private static let keptSize = 2 << 20

    /// The file.
    public let source: any PDFSource
    /// Whether the cross-references were damaged, and the objects were found by searching.
    public let isRecovered: Bool
    /// How many bytes stand in front of the header, where the cross-references are right if places are counted from there.
    ///
    /// Always 0 for a document that ``isRecovered`` is not said of. Such a document is well-formed by ISO 32000-2, 7.5.2,
    /// and readers differ: some count places, and the byte ranges of signatures, from the first byte of the file.
    public let shift: Int

    let references: CrossReferences
    let window: PDFWindow
    private var streams: [(number: Int, stream: ObjectStream)] = []
    private var objects: [PDFReference: IndirectObject] = [:]
    private var objectSize = 0

    /// Opens a document.
    ///
    /// - Throws: ``PDFError``; ``PDFError/Code/encrypted`` for one that needs a password.
    public init(_ source: any PDFSource, limits: PDFLimits = PDFLimits()) throws(PDFError) {
        self.source = source
        let window = PDFWindow(source: source, limits: limits)
        guard source.size > 0, let header = try Self.header(source) else { throw PDFError(.notPDF) }
        do {
            references = try Self.read(window)
            (isRecovered, shift) = (false, 0)
        } catch {
            guard error.code != .inputFailed, error.code != .encrypted else { throw error }
            references = try ObjectSearch(window: window).run()
            isRecovered = true
            let shifted = PDFWindow(source: PDFSuffix(source: source, start: UInt64(header)), limits: limits)
            shift = header > 0 && (try? Self.read(shifted)) != nil ? header : 0
        }
        self.window = try Self.decrypting(window, references)
    }

    /// The window through which an encrypted document is read as if it were not.
    private static func decrypting(
        _ window: PDFWindow,
        _ references: CrossReferences
    ) throws(PDFError) -> PDFWindow {
        func value(_ object: PDFObject?) throws(PDFError) -> PDFObject? {
            guard let reference = object?.reference else { return object }
            guard case .at(let offset, _)? = references.entries[reference.number] else { return nil }
            return try window.indirectObject(at: offset).value
        }
        guard let trailer = references.sections.first?.trailer, trailer["Encrypt"] != nil else { return window }
        guard let dictionary = try value(trailer["Encrypt"])?.dictionary else {
            throw PDFError(.encrypted, "the encryption dictionary is missing")
        }
        let identifier = try value(trailer["ID"])?.array?.first?.string ?? []
        var window = window
        window.encryption = try PDFEncryption(dictionary, identifier: identifier)
        return window
    }

    /// The newest trailer.
    public var trailer: PDFDictionary { references.sections.first?.trailer ?? PDFDictionary() }

    /// What is wrong with the cross-references of a document that ``isRecovered`` is said of.
    public var damage: String {
        guard shift > 0 else { return "the cross-references are damaged" }
        return "\(shift) bytes are in front of %PDF-, and readers count places from there or from the start of the file"
    }

    /// Where a file begins as PDFs do, within its first 1,024 bytes; nil if it does not.
    private static func header(_ source: any PDFSource) throws(PDFError) -> Int? {
        let head = try source.read(at: 0, count: 1_024)
        return head.indices.first { head[$0...].starts(with: "%PDF-".utf8) }
    }

    /// Reads the cross-references from where the end of the file says they are.
    private static func read(_ window: PDFWindow) throws(PDFError) -> CrossReferences {
        let size = window.source.size
        let start = size - min(size, UInt64(endSize))
        let end = try window.source.read(at: start, count: endSize)
        guard let place = end.indices.last(where: { end[$0...].starts(with: "startxref".utf8) }) else {
            throw PDFError(.malformed, at: start, "no startxref")
        }
        var parser = PDFParser(Array(end[(place + 9)...]), at: start, limits: window.limits)
        try parser.skipSpace()
        guard let offset = try parser.readDigits() else { throw PDFError(.malformed, at: start, "startxref") }
        var reader = CrossReferenceReader(window)
        let references = try reader.read(from: UInt64(offset))
        guard let root = references.sections.first?.trailer["Root"]?.reference,
            case .at(let place, _)? = references.entries[root.number]
        else { return references }
        // A table that is shifted by some bytes is noticed here.
        guard try window.indirectObject(at: place).reference == root else {
            throw PDFError(.malformed, at: place, "not the catalog")
        }
        return references
    }

    // MARK: - Objects

    /// An object with its place; nil if the document does not have it, or it stands in an object stream.
    func indirectObject(_ reference: PDFReference) throws(PDFError) -> IndirectObject? {
        guard case .at(let offset, let generation)? = references.entries[reference.number],
            Int(generation) == reference.generation
        else { return nil }
        if let kept = objects[reference] { return kept }
        let object = try window.indirectObject(at: offset)
        guard object.reference == reference else {
            throw PDFError(.malformed, at: offset, "object \(object.reference) instead of \(reference)")
        }
        keep(object)
        return object
    }

    private func keep(_ object: IndirectObject) {
        guard object.size <= Self.keptSize else { return }
        if objectSize > Self.keptSize - object.size { (objects, objectSize) = ([:], 0) }
        objects[object.reference] = object
        objectSize += object.size
    }

    /// The object that a reference names; null if the document does not have it.
    public func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        switch references.entries[reference.number] {
        case .inStream(let number, let index)?:
            guard reference.generation == 0 else { return .null }
            return try stream(number).object(reference.number, index: index)
        default: return try indirectObject(reference)?.value ?? .null
        }
    }

    /// What an object stands for: itself, or what it refers to.
    public func resolve(_ object: PDFObject?) throws(PDFError) -> PDFObject {
        var object = object ?? .null
        var steps = 0
        while case .reference(let reference) = object {
            steps += 1
            guard steps <= 32 else { throw PDFError(.circular, "a reference to itself: \(reference)") }
            object = try self.object(reference)
        }
        return object
    }

    /// The dictionary that an entry stands for; nil if it is none.
    func dictionary(_ object: PDFObject?) throws(PDFError) -> PDFDictionary? { try resolve(object).dictionary }

    /// The catalog.
    ///
    /// - Throws: ``PDFError/Code/missing``.
    public func catalog() throws(PDFError) -> (reference: PDFReference, value: PDFDictionary) {
        guard let reference = trailer["Root"]?.reference, let catalog = try dictionary(.reference(reference)) else {
            throw PDFError(.missing, "the document catalog")
        }
        return (reference, catalog)
    }

    private func stream(_ number: Int) throws(PDFError) -> ObjectStream {
        if let kept = streams.first(where: { $0.number == number }) { return kept.stream }
        // An object stream has a place of its own: 7.5.7.
        guard case .at(let offset, _)? = references.entries[number],
            case .stream(let dictionary, let place) = try window.indirectObject(at: offset).value
        else { throw PDFError(.malformed, "object \(number) is not an object stream") }
        let length: Int?
        switch dictionary["Length"] {
        case .reference(let reference)?:
            guard case .at? = references.entries[reference.number] else { throw PDFError(.malformed, "/Length") }
            length = try object(reference).integer
        case let value: length = value?.integer
        }
        guard let length else { throw PDFError(.malformed, at: offset, "/Length") }
        let data = try window.streamData(dictionary, at: place, length: length)
        let stream = try ObjectStream(data, dictionary, window.limits)
        streams.append((number, stream))
        if streams.count > Self.keptStreams { streams.removeFirst() }
        return stream
    }
}
