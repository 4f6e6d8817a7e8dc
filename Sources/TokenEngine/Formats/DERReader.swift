import Octets

/// Reads DER one element after the other, as far as certificates and keys need it; every length is checked.
struct DERReader {
    /// One element: its tag, its whole octets, and its value.
    struct Element {
        let tag: UInt8
        let encoded: ArraySlice<UInt8>
        let value: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) { rest = octets }

    var isAtEnd: Bool { rest.isEmpty }

    /// The tag of the next element, or nil at the end.
    var nextTag: UInt8? { rest.first }

    /// The next element, or nil if there is none, not a whole one, or one with a tag of several octets.
    mutating func next() -> Element? {
        var cursor = ByteCursor(rest)
        guard let tag = try? cursor.readByte(), tag & 0x1F != 0x1F, let first = try? cursor.readByte() else {
            return nil
        }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), let octets = try? cursor.read(count) else { return nil }
            length = octets.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let value = try? cursor.read(length) else { return nil }
        let encoded = rest.prefix(cursor.offset)
        rest = rest.dropFirst(cursor.offset)
        return Element(tag: tag, encoded: encoded, value: value)
    }

    /// The next element if it has a tag, else nil.
    mutating func next(_ tag: UInt8) -> Element? {
        guard nextTag == tag else { return nil }
        return next()
    }
}
