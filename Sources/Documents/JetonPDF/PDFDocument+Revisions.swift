/// Revisions, and what stands behind them.
extension PDFDocument {
    /// How many revisions the file has: the first state, and each that was appended.
    ///
    /// The two cross-reference sections of a file that is made for the web are one revision.
    public var revisionCount: Int { max(1, revisionSections.count) }

    /// The newest section of each revision, oldest first, each with all sections of its revision.
    private var revisionSections: [[CrossReferences.Section]] {
        var revisions: [[CrossReferences.Section]] = []
        for section in references.sections.reversed() {
            // The first section of a file made for the web stands in front of the one that it continues.
            if let last = revisions.last?.last, (section.offset ?? 0) < (last.offset ?? 0) {
                revisions[revisions.count - 1].append(section)
            } else {
                revisions.append([section])
            }
        }
        return revisions
    }

    /// A revision of a file.
    public struct Revision: Sendable {
        /// Where it ends, in bytes from the start of the file.
        public let end: UInt64
        /// How many objects it adds or replaces.
        public let objectCount: Int
    }

    /// The revisions, oldest first.
    ///
    /// - Throws: ``PDFError/Code/inputFailed``.
    public func revisions() throws(PDFError) -> [Revision] {
        let all = revisionSections
        var revisions: [Revision] = []
        for (index, sections) in all.enumerated() {
            let numbers = sections.reduce(into: Set<Int>()) { $0.formUnion($1.numbers) }
            let next = index + 1 < all.count ? all[index + 1].compactMap(\.offset).min() : nil
            let start = sections.compactMap(\.offset).max() ?? 0
            let end = try next == nil ? source.size : self.end(from: start, before: next ?? source.size)
            revisions.append(Revision(end: end, objectCount: numbers.count))
        }
        return revisions
    }

    /// Where the line of the first `%%EOF` in a part of the file ends; the end of the part if there is none.
    private func end(from start: UInt64, before limit: UInt64) throws(PDFError) -> UInt64 {
        let marker = Array("%%EOF".utf8)
        var offset = start
        while offset < limit {
            let bytes = try source.read(at: offset, count: Int(min(limit - offset, 1 << 16)))
            if let place = bytes.indices.first(where: { bytes[$0...].starts(with: marker) }) {
                var end = place + marker.count
                if end < bytes.count, bytes[end] == 0x0D { end += 1 }
                if end < bytes.count, bytes[end] == 0x0A { end += 1 }
                return offset + UInt64(end)
            }
            guard bytes.count > marker.count, offset + UInt64(bytes.count) < limit else { return limit }
            offset += UInt64(bytes.count - marker.count)
        }
        return limit
    }

    /// Whether nothing but white space stands from an offset to the end of the file.
    func isBlank(from start: UInt64) throws(PDFError) -> Bool {
        var offset = start
        while offset < source.size {
            let bytes = try source.read(at: offset, count: 1 << 16)
            guard bytes.allSatisfy(PDFSyntax.isSpace) else { return false }
            offset += UInt64(bytes.count)
        }
        return true
    }

    /// Whether the file ends with `startxref`, its number, `%%EOF` and white space.
    func endsWithRevision() throws(PDFError) -> Bool {
        let start = source.size - min(source.size, 2_048)
        let end = try source.read(at: start, count: 2_048)
        guard let place = end.indices.last(where: { end[$0...].starts(with: "startxref".utf8) }) else { return false }
        var rest = end[(place + 9)...].drop(while: PDFSyntax.isSpace)
        rest = rest.drop(while: PDFSyntax.isDigit).drop(while: PDFSyntax.isSpace)
        guard rest.starts(with: "%%EOF".utf8) else { return false }
        return rest.dropFirst(5).allSatisfy(PDFSyntax.isSpace)
    }

    /// The names of the layers that a reader hides at first.
    ///
    /// - SeeAlso: ISO 32000-2, 8.11.4.
    public func hiddenLayers() throws(PDFError) -> [String] {
        guard let properties = try dictionary(catalog().value["OCProperties"]) else { return [] }
        let configuration = try dictionary(properties["D"]) ?? PDFDictionary()
        var hidden = try resolve(configuration["OFF"]).array ?? []
        if try resolve(configuration["BaseState"]).name == "OFF" {
            let shown = try resolve(configuration["ON"]).array ?? []
            hidden = (try resolve(properties["OCGs"]).array ?? []).filter { !shown.contains($0) }
        }
        var names: [String] = []
        for layer in hidden.prefix(1_000) {
            names.append(try dictionary(layer)?["Name"]?.string.map(PDFText.decode) ?? "unnamed")
        }
        return names
    }
}

extension PDFDocument {
    /// Whether the document had a security store when it had so many bytes.
    package func hasEvidence(within size: UInt64) -> Bool {
        let former = try? PDFDocument(PDFPrefix(source: source, size: size), limits: window.limits)
        return (try? former?.catalog().value["DSS"]) != nil
    }
}
