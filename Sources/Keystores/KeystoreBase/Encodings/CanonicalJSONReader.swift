package import Octets

/// Reads canonical JSON from outside; every other form of the same value is refused.
package struct CanonicalJSONReader {
    private let text: [UInt8]
    private let deferredMember: String?
    private var position: Int
    private var valuesLeft = 100_000

    private static let depthLimit = 16

    /// Starts at an offset of the text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: The offset.
    ///   - deferredMember: The member whose string is a secret and stays in `text`.
    package init(_ text: [UInt8], at position: Int = 0, deferredMember: String? = nil) {
        self.text = text
        self.position = position
        self.deferredMember = deferredMember
    }

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8]) throws(EncodingError) -> CanonicalJSON {
        var reader = CanonicalJSONReader(text)
        let value = try reader.readValue(depth: 0)
        guard reader.position == text.count else { throw EncodingError(.trailingOctets, at: reader.position) }
        return value
    }

    /// Reads one value and the line feed behind it; answers where the next line starts.
    ///
    /// - Throws: ``EncodingError``.
    package mutating func readLine() throws(EncodingError) -> (value: CanonicalJSON, next: Int) {
        let value = try readValue(depth: 0)
        try expect("\n")
        return (value, position)
    }

    private mutating func readValue(depth: Int) throws(EncodingError) -> CanonicalJSON {
        guard depth < CanonicalJSONReader.depthLimit, valuesLeft > 0 else {
            throw EncodingError(.limitExceeded, at: position)
        }
        valuesLeft -= 1
        guard position < text.count else { throw EncodingError(.truncated, at: position) }
        switch text[position] {
        case UInt8(ascii: "{"): return .object(try readMembers(depth: depth))
        case UInt8(ascii: "["): return .array(try readElements(depth: depth))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"):
            try expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .boolean(false)
        default: return .integer(try readInteger())
        }
    }

    private mutating func readMembers(depth: Int) throws(EncodingError) -> [String: CanonicalJSON] {
        try expect("{")
        var members: [String: CanonicalJSON] = [:]
        if accept("}") { return members }
        var previous: String?
        repeat {
            let start = position
            let name = try readString()
            // Ascending names are different names, and ASCII names that differ are different keys of a dictionary.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), previous.map({ CanonicalJSON.precedes($0, name) }) ?? true
            else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            previous = name
            try expect(":")
            members[name] =
                name == deferredMember ? .deferred(try skipString()) : try readValue(depth: depth + 1)
        } while accept(",")
        try expect("}")
        return members
    }

    private mutating func readElements(depth: Int) throws(EncodingError) -> [CanonicalJSON] {
        try expect("[")
        var elements: [CanonicalJSON] = []
        if accept("]") { return elements }
        repeat {
            elements.append(try readValue(depth: depth + 1))
        } while accept(",")
        try expect("]")
        return elements
    }

    private mutating func readInteger() throws(EncodingError) -> Int64 {
        let start = position
        _ = accept("-")
        while position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]),
            position - start < 20
        {
            position += 1
        }
        let digits = String(decoding: text[start..<position], as: UTF8.self)
        guard let value = Int64(digits), String(value) == digits,
            abs(value) <= CanonicalJSON.largestInteger
        else { throw EncodingError(.unexpectedValue, at: start) }
        return value
    }

    private mutating func readString() throws(EncodingError) -> String {
        let start = position
        try expect("\"")
        // Most strings have no escape: they are taken in one piece.
        let plain = text[position...].prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        position = plain.endIndex
        if position < text.count, text[position] == UInt8(ascii: "\"") {
            position += 1
            guard let string = String(validating: plain, as: UTF8.self) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            return string
        }
        var octets = Array(plain)
        while true {
            let octet = try take()
            switch octet {
            case UInt8(ascii: "\""):
                guard let string = String(validating: octets, as: UTF8.self) else {
                    throw EncodingError(.unexpectedValue, at: start)
                }
                return string
            case UInt8(ascii: "\\"): octets.append(try readEscape())
            case 0x00..<0x20: throw EncodingError(.unexpectedValue, at: position - 1)
            default: octets.append(octet)
            }
        }
    }

    /// The octet that an escape stands for; only the escapes that must be written as such.
    private mutating func readEscape() throws(EncodingError) -> UInt8 {
        let start = position
        switch try take() {
        case UInt8(ascii: "\""): return UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "u"):
            try expect("00")
            let digits = String(decoding: [try take(), try take()], as: UTF8.self)
            guard let octet = Hex.decode(digits)?.first, Hex.encode([octet]) == digits,
                octet < 0x20, ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(octet)
            else { throw EncodingError(.unexpectedValue, at: start) }
            return octet
        default: throw EncodingError(.unexpectedValue, at: start)
        }
    }

    /// Passes over a string of letters, digits and signs that need no escape.
    private mutating func skipString() throws(EncodingError) -> Range<Int> {
        try expect("\"")
        let start = position
        while true {
            switch try take() {
            case UInt8(ascii: "\""): return start..<position - 1
            case UInt8(ascii: "\\"), 0x00...0x20, 0x7F...0xFF:
                throw EncodingError(.unexpectedValue, at: position - 1)
            default: continue
            }
        }
    }

    private mutating func take() throws(EncodingError) -> UInt8 {
        guard position < text.count else { throw EncodingError(.truncated, at: position) }
        defer { position += 1 }
        return text[position]
    }

    private mutating func accept(_ token: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: token) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ token: StaticString) throws(EncodingError) {
        for scalar in "\(token)".utf8 {
            let start = position
            guard try take() == scalar else { throw EncodingError(.unexpectedValue, at: start) }
        }
    }
}
