/// Joins the values of xml:base of elements that are left out.
///
/// - SeeAlso: Canonical XML 1.1, 2.4: RFC 3986, 5.2, changed so that relative references stay relative.
enum XMLBase {
    /// A reference cut after RFC 3986, appendix B.
    private struct Reference {
        var scheme: ArraySlice<UInt8>?
        var authority: ArraySlice<UInt8>?
        var path: ArraySlice<UInt8> = []
        var query: ArraySlice<UInt8>?

        init(_ bytes: [UInt8]) {
            var rest = bytes[...]
            if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
            if let mark = rest.firstIndex(of: XMLCharacter.question) {
                query = rest[(mark + 1)...]
                rest = rest[..<mark]
            }
            if let end = rest.firstIndex(where: { $0 == XMLCharacter.colon || $0 == XMLCharacter.slash }),
                rest[end] == XMLCharacter.colon
            {
                scheme = rest[..<end]
                rest = rest[(end + 1)...]
            }
            if rest.starts(with: "//".utf8) {
                let start = rest.startIndex + 2
                let end = rest[start...].firstIndex(of: XMLCharacter.slash) ?? rest.endIndex
                authority = rest[start..<end]
                rest = rest[end...]
            }
            path = rest
        }

        var bytes: [UInt8] {
            var all: [UInt8] = []
            if let scheme { all += scheme + [XMLCharacter.colon] }
            if let authority { all += "//".utf8 + Array(authority) }
            all += path
            if let query { all += [XMLCharacter.question] + query }
            return all
        }
    }

    /// The value that stands for all of them, the outermost first; nil if there is none.
    static func join(_ values: [[UInt8]]) -> [UInt8]? {
        guard var result = values.first else { return nil }
        for value in values.dropFirst() { result = join(result, value) }
        return result
    }

    private static func join(_ base: [UInt8], _ value: [UInt8]) -> [UInt8] {
        let outer = Reference(base)
        var inner = Reference(value)
        if inner.scheme == nil {
            inner.scheme = outer.scheme
            if inner.authority == nil {
                inner.authority = outer.authority
                if inner.path.isEmpty {
                    inner.path = outer.path
                    inner.query = inner.query ?? outer.query
                } else if inner.path.first != XMLCharacter.slash {
                    inner.path = merge(outer, inner.path)[...]
                }
            }
        }
        inner.path = removeDotSegments(inner.path)[...]
        return inner.bytes
    }

    private static func merge(_ outer: Reference, _ path: ArraySlice<UInt8>) -> [UInt8] {
        if outer.authority != nil, outer.path.isEmpty { return [XMLCharacter.slash] + path }
        // A base that ends with ".." names a directory.
        var base = Array(outer.path)
        if base.last == UInt8(ascii: "."),
            base.split(separator: XMLCharacter.slash).last?.elementsEqual("..".utf8) == true
        {
            base.append(XMLCharacter.slash)
        }
        guard let slash = base.lastIndex(of: XMLCharacter.slash) else { return Array(path) }
        return Array(base[...slash]) + path
    }

    private static func removeDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
        let isAbsolute = path.first == XMLCharacter.slash
        var segments: [ArraySlice<UInt8>] = []
        let parts = path.split(separator: XMLCharacter.slash, omittingEmptySubsequences: true)
        var endsOpen = path.last == XMLCharacter.slash
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part.elementsEqual(".".utf8) {
                if isLast { endsOpen = true }
            } else if part.elementsEqual("..".utf8) {
                if let last = segments.last, !last.elementsEqual("..".utf8) {
                    segments.removeLast()
                } else if !isAbsolute {
                    segments.append(part)
                }
                if isLast { endsOpen = true }
            } else {
                segments.append(part)
            }
        }
        var joined = Array(segments.joined(separator: [XMLCharacter.slash]))
        if isAbsolute { joined.insert(XMLCharacter.slash, at: 0) }
        if endsOpen, !segments.isEmpty { joined.append(XMLCharacter.slash) }
        return joined
    }
}
