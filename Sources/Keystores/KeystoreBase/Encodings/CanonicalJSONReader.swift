package import Octets

/// Reads canonical JSON from outside; every other form of the same value is refused.
package struct CanonicalJSONReader {
    private let deferredMember: String?
    private var cursor: JSONCursor
    private var valuesLeft = 100_000

    private static let depthLimit = 16

    /// Starts at an offset of the text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: The offset.
    ///   - deferredMember: The member whose string is a secret and stays in `text`.
    package init(_ text: [UInt8], at position: Int = 0, deferredMember: String? = nil) {
        cursor = JSONCursor(text: text, position: position)
        self.deferredMember = deferredMember
    }

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8]) throws(EncodingError) -> CanonicalJSON {
        var reader = CanonicalJSONReader(text)
        let value = try reader.readValue(depth: 0)
        guard reader.cursor.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.cursor.position) }
        return value
    }

    /// Reads one value and the line feed behind it; answers where the next line starts.
    ///
    /// - Throws: ``EncodingError``.
    package mutating func readLine() throws(EncodingError) -> (value: CanonicalJSON, next: Int) {
        let value = try readValue(depth: 0)
        try cursor.expect("\n")
        return (value, cursor.position)
    }

    private mutating func readValue(depth: Int) throws(EncodingError) -> CanonicalJSON {
        guard depth < CanonicalJSONReader.depthLimit, valuesLeft > 0 else {
            throw EncodingError(.limitExceeded, at: cursor.position)
        }
        valuesLeft -= 1
        guard let first = cursor.next else { throw EncodingError(.truncated, at: cursor.position) }
        switch first {
        case UInt8(ascii: "{"): return .object(try readMembers(depth: depth))
        case UInt8(ascii: "["): return .array(try readElements(depth: depth))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"):
            try cursor.expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.expect("false")
            return .boolean(false)
        default: return .integer(try cursor.integer())
        }
    }

    private mutating func readMembers(depth: Int) throws(EncodingError) -> [String: CanonicalJSON] {
        try cursor.expect("{")
        var members: [String: CanonicalJSON] = [:]
        if cursor.accept("}") { return members }
        var previous: String?
        repeat {
            let start = cursor.position
            let name = try readString()
            // Ascending names are different names, and ASCII names that differ are different keys of a dictionary.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), previous.map({ CanonicalJSON.precedes($0, name) }) ?? true
            else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            previous = name
            try cursor.expect(":")
            members[name] =
                name == deferredMember ? .deferred(try skipString()) : try readValue(depth: depth + 1)
        } while cursor.accept(",")
        try cursor.expect("}")
        return members
    }

    private mutating func readElements(depth: Int) throws(EncodingError) -> [CanonicalJSON] {
        try cursor.expect("[")
        var elements: [CanonicalJSON] = []
        if cursor.accept("]") { return elements }
        repeat {
            elements.append(try readValue(depth: depth + 1))
        } while cursor.accept(",")
        try cursor.expect("]")
        return elements
    }

    private mutating func readString() throws(EncodingError) -> String {
        let start = cursor.position
        try cursor.expect("\"")
        // Most strings have no escape: they are taken in one piece.
        let plain = cursor.text[cursor.position...].prefix {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        cursor.position = plain.endIndex
        if cursor.accept("\"") {
            guard let string = String(validating: plain, as: UTF8.self) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            return string
        }
        var octets = Array(plain)
        while true {
            let octet = try cursor.take()
            switch octet {
            case UInt8(ascii: "\""):
                guard let string = String(validating: octets, as: UTF8.self) else {
                    throw EncodingError(.unexpectedValue, at: start)
                }
                return string
            case UInt8(ascii: "\\"): octets.append(try readEscape())
            case 0x00..<0x20: throw EncodingError(.unexpectedValue, at: cursor.position - 1)
            default: octets.append(octet)
            }
        }
    }

    /// The octet that an escape stands for; only the escapes that must be written as such.
    private mutating func readEscape() throws(EncodingError) -> UInt8 {
        let start = cursor.position
        switch try cursor.take() {
        case UInt8(ascii: "\""): return UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "u"):
            try cursor.expect("00")
            let digits = String(decoding: [try cursor.take(), try cursor.take()], as: UTF8.self)
            guard let octet = Hex.decode(digits)?.first, Hex.encode([octet]) == digits,
                octet < 0x20, ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(octet)
            else { throw EncodingError(.unexpectedValue, at: start) }
            return octet
        default: throw EncodingError(.unexpectedValue, at: start)
        }
    }

    /// Passes over a string of letters, digits and signs that need no escape.
    private mutating func skipString() throws(EncodingError) -> Range<Int> {
        try cursor.expect("\"")
        let start = cursor.position
        while true {
            switch try cursor.take() {
            case UInt8(ascii: "\""): return start..<cursor.position - 1
            case UInt8(ascii: "\\"), 0x00...0x20, 0x7F...0xFF:
                throw EncodingError(.unexpectedValue, at: cursor.position - 1)
            default: continue
            }
        }
    }
}
