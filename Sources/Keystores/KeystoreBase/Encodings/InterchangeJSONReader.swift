package import Octets

/// Reads JSON of others strictly: I-JSON with white space and members in any order.
///
/// Refused are two members of one name, numbers other than integers of 53 bits, null, lone surrogates, U+0000, a byte
/// order mark, and depths above 16.
///
/// - SeeAlso: RFC 8259; RFC 7493, 2.
package struct InterchangeJSONReader {
    private static let depthLimit = 16

    private var cursor: JSONCursor
    private var valuesLeft = 100_000

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8]) throws(EncodingError) -> CanonicalJSON {
        var reader = InterchangeJSONReader(text: text)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.cursor.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.cursor.position) }
        return value
    }

    private init(text: [UInt8]) { cursor = JSONCursor(text: text, position: 0) }

    private mutating func value(depth: Int) throws(EncodingError) -> CanonicalJSON {
        guard depth < InterchangeJSONReader.depthLimit, valuesLeft > 0 else {
            throw EncodingError(.limitExceeded, at: cursor.position)
        }
        valuesLeft -= 1
        guard let first = cursor.next else { throw EncodingError(.truncated, at: cursor.position) }
        switch first {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try cursor.expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.expect("false")
            return .boolean(false)
        default: return .integer(try cursor.integer())
        }
    }

    private mutating func members(depth: Int) throws(EncodingError) -> [String: CanonicalJSON] {
        try cursor.expect("{")
        var members: [String: CanonicalJSON] = [:]
        skipSpace()
        if cursor.accept("}") { return members }
        repeat {
            skipSpace()
            let start = cursor.position
            let name = try string()
            // Names in ASCII only: two that look alike or compare as equal would be two members.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), members[name] == nil else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            skipSpace()
            try cursor.expect(":")
            skipSpace()
            members[name] = try value(depth: depth + 1)
            skipSpace()
        } while cursor.accept(",")
        try cursor.expect("}")
        return members
    }

    private mutating func elements(depth: Int) throws(EncodingError) -> [CanonicalJSON] {
        try cursor.expect("[")
        var elements: [CanonicalJSON] = []
        skipSpace()
        if cursor.accept("]") { return elements }
        repeat {
            skipSpace()
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while cursor.accept(",")
        try cursor.expect("]")
        return elements
    }

    private mutating func string() throws(EncodingError) -> String {
        let start = cursor.position
        try cursor.expect("\"")
        var octets: [UInt8] = []
        while true {
            let octet = try cursor.take()
            switch octet {
            case UInt8(ascii: "\""):
                guard let string = String(validating: octets, as: UTF8.self) else {
                    throw EncodingError(.unexpectedValue, at: start)
                }
                return string
            case UInt8(ascii: "\\"): octets += Array(String(Character(try escape())).utf8)
            case 0x00..<0x20: throw EncodingError(.unexpectedValue, at: cursor.position - 1)
            default: octets.append(octet)
            }
        }
    }

    private mutating func escape() throws(EncodingError) -> Unicode.Scalar {
        let start = cursor.position
        switch try cursor.take() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit), unit != 0 { return scalar }
            guard (0xD800..<0xDC00).contains(unit) else { throw EncodingError(.unexpectedValue, at: start) }
            try cursor.expect("\\u")
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
            else { throw EncodingError(.unexpectedValue, at: start) }
            return scalar
        default: throw EncodingError(.unexpectedValue, at: start)
        }
    }

    private mutating func codeUnit() throws(EncodingError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hex.value(ofDigit: try cursor.take()) else {
                throw EncodingError(.unexpectedValue, at: cursor.position - 1)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func skipSpace() {
        while let octet = cursor.next, [0x20, 0x09, 0x0A, 0x0D].contains(octet) { cursor.position += 1 }
    }
}
