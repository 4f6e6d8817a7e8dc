import JetonLibcrypto
import JetonZlib

/// Objects that are appended to a file, with a cross-reference section of the kind that the file's last one is.
///
/// - SeeAlso: ISO 32000-2, 7.5.6.
struct PDFRevision {
    /// What is written of an object besides its number.
    enum Body {
        case value(PDFObject)
        /// The object as it is written, in two halves between which something else stands that has so many bytes.
        case split(head: [UInt8], gap: Int, tail: [UInt8])
        /// A stream; its length is put into the dictionary.
        case stream(PDFDictionary, [UInt8])

        /// A stream whose data is compressed if that makes it shorter and zlib is there.
        static func stream(_ dictionary: PDFDictionary, compressing data: [UInt8]) -> Body {
            guard let compressed = try? Zlib.compress(data), compressed.count < data.count else {
                return .stream(dictionary, data)
            }
            var dictionary = dictionary
            dictionary["Filter"] = .name("FlateDecode")
            return .stream(dictionary, compressed)
        }
    }

    private let document: PDFDocument
    private let trailer: PDFDictionary
    private var objects: [(reference: PDFReference, body: Body)] = []
    private var nextNumber: Int

    /// Starts a revision.
    ///
    /// - Throws: ``PDFError/Code/malformed`` if the cross-references of the file are damaged: what is appended would
    ///   lean on them.
    init(of document: PDFDocument) throws(PDFError) {
        guard !document.isRecovered else {
            throw PDFError(.malformed, "\(document.damage), so nothing can be appended")
        }
        self.document = document
        trailer = document.trailer
        let highest = document.references.entries.keys.max() ?? 0
        nextNumber = max(trailer["Size"]?.integer ?? 0, highest + 1)
        guard nextNumber < document.window.limits.objectNumber - 16 else {
            throw PDFError(.limitExceeded, "no free object number is left")
        }
    }

    /// A number that the file does not use.
    mutating func newReference() -> PDFReference {
        defer { nextNumber += 1 }
        return PDFReference(nextNumber)
    }

    /// Adds an object, or takes the place of the one that the revision has.
    mutating func set(_ reference: PDFReference, _ body: Body) {
        if let index = objects.firstIndex(where: { $0.reference == reference }) {
            objects[index].body = body
        } else {
            objects.append((reference, body))
        }
    }

    /// An object as it goes into the file: encrypted if the document is.
    func encrypted(_ object: PDFObject, in owner: PDFReference) throws(PDFError) -> PDFObject {
        try document.window.encryption?.encrypted(object, of: owner) ?? object
    }

    /// The value of an object in this revision; nil if the revision does not change it.
    func value(_ reference: PDFReference) -> PDFObject? {
        guard case .value(let value)? = objects.first(where: { $0.reference == reference })?.body else { return nil }
        return value
    }

    /// The bytes to append: up to the gap of the one object that has one, and behind it.
    func encode() throws(PDFError) -> (head: [UInt8], gap: Int, tail: [UInt8]) {
        var head: [UInt8] = []
        var gap = 0
        var tail: [UInt8] = []
        let start = document.source.size
        if try document.source.read(at: start - 1, count: 1) != [0x0A] { head += "\n".utf8 }
        var places: [(number: Int, offset: UInt64, generation: Int)] = []
        for (reference, body) in objects {
            var text = Array("\(reference.number) \(reference.generation) obj\n".utf8)
            var rest: [UInt8]?
            switch body {
            case .value(let value): PDFEncoder.encode(try encrypted(value, in: reference), to: &text)
            case .stream(let plain, var data):
                var dictionary = try encrypted(.dictionary(plain), in: reference).dictionary ?? plain
                data = try document.window.encryption?.encrypted(data, of: reference) ?? data
                dictionary["Length"] = .integer(data.count)
                PDFEncoder.encode(dictionary, to: &text)
                text += Array("\nstream\n".utf8) + data + Array("\nendstream".utf8)
            case .split(let first, let size, let last):
                text += first
                gap = size
                rest = last
            }
            let offset = start + UInt64(head.count + gap * (tail.isEmpty ? 0 : 1) + tail.count)
            places.append((reference.number, offset, reference.generation))
            if let rest {
                head += text
                tail = rest + "\nendobj\n".utf8
            } else if tail.isEmpty {
                head += text + Array("\nendobj\n".utf8)
            } else {
                tail += text + Array("\nendobj\n".utf8)
            }
        }
        let end = start + UInt64(head.count + gap + tail.count)
        let section = try section(places, at: end)
        if tail.isEmpty { head += section } else { tail += section }
        return (head, gap, tail)
    }

    // MARK: - Cross-references

    private func section(
        _ places: [(number: Int, offset: UInt64, generation: Int)],
        at end: UInt64
    ) throws(PDFError) -> [UInt8] {
        var entries = places.sorted { $0.number < $1.number }
        guard let last = document.references.sections.first, let previous = last.offset else {
            throw PDFError(.malformed, "no cross-references")
        }
        var dictionary = PDFDictionary()
        for (key, value) in trailer.entries
        where !["Type", "W", "Index", "Length", "Filter", "DecodeParms", "XRefStm", "Prev"].contains(key) {
            dictionary[key] = value
        }
        dictionary["ID"] = try identifiers(entries.map(\.offset))
        dictionary["Prev"] = .integer(Int(previous))
        var bytes: [UInt8] = []
        if last.isStream {
            let number = nextNumber
            entries.append((number, end, 0))
            dictionary["Size"] = .integer(number + 1)
            encodeStream(entries, dictionary, number, to: &bytes)
        } else {
            dictionary["Size"] = .integer(nextNumber)
            try encodeTable(entries, to: &bytes)
            bytes += "trailer\n".utf8
            PDFEncoder.encode(dictionary, to: &bytes)
        }
        bytes += "\nstartxref\n\(end)\n%%EOF\n".utf8
        return bytes
    }

    private func encodeTable(
        _ entries: [(number: Int, offset: UInt64, generation: Int)],
        to bytes: inout [UInt8]
    ) throws(PDFError) {
        guard entries.allSatisfy({ $0.offset <= 9_999_999_999 }) else {
            throw PDFError(.limitExceeded, "a cross-reference table can address at most 10 GB")
        }
        bytes += "xref\n".utf8
        for run in Self.runs(entries) {
            bytes += "\(run[0].number) \(run.count)\n".utf8
            for entry in run {
                bytes +=
                    Self.padded(entry.offset, 10) + " ".utf8 + Self.padded(UInt64(entry.generation), 5) + " n \n".utf8
            }
        }
    }

    private func encodeStream(
        _ entries: [(number: Int, offset: UInt64, generation: Int)],
        _ trailer: PDFDictionary,
        _ number: Int,
        to bytes: inout [UInt8]
    ) {
        var dictionary = trailer
        dictionary["Type"] = .name("XRef")
        dictionary["W"] = .array([.integer(1), .integer(8), .integer(2)])
        dictionary["Index"] = .array(
            Self.runs(entries).flatMap { [PDFObject.integer($0[0].number), .integer($0.count)] }
        )
        dictionary["Length"] = .integer(entries.count * 11)
        bytes += "\(number) 0 obj\n".utf8
        PDFEncoder.encode(dictionary, to: &bytes)
        bytes += "\nstream\n".utf8
        for entry in entries {
            bytes.append(1)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: entry.offset >> shift))
            }
            bytes += [UInt8(truncatingIfNeeded: entry.generation >> 8), UInt8(truncatingIfNeeded: entry.generation)]
        }
        bytes += "\nendstream\nendobj".utf8
    }

    /// Entries with consecutive numbers together.
    private static func runs<Entry>(
        _ entries: [(number: Int, offset: UInt64, generation: Entry)]
    ) -> [[(number: Int, offset: UInt64, generation: Entry)]] {
        var runs: [[(number: Int, offset: UInt64, generation: Entry)]] = []
        for entry in entries {
            if let last = runs.last?.last, last.number + 1 == entry.number {
                runs[runs.count - 1].append(entry)
            } else {
                runs.append([entry])
            }
        }
        return runs
    }

    static func padded(_ number: UInt64, _ width: Int) -> [UInt8] {
        let digits = Array("\(number)".utf8)
        return [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
    }

    /// The file's identifiers: the first stays, the second belongs to this revision.
    ///
    /// - SeeAlso: ISO 32000-2, 14.4.
    private func identifiers(_ offsets: [UInt64]) throws(PDFError) -> PDFObject {
        var seed: [UInt8] = []
        PDFEncoder.encode(.dictionary(trailer), to: &seed)
        for (_, body) in objects {
            if case .split(let first, _, _) = body { seed += first }
        }
        seed += "\(document.source.size) \(offsets)".utf8
        guard let digest = try? Digest.sha256.hash(seed) else { throw PDFError(.notSupported, "SHA-256") }
        let new = PDFObject.string(Array(digest.prefix(16)))
        let first = try document.resolve(trailer["ID"]).array?.first ?? new
        return .array([first, new])
    }
}
