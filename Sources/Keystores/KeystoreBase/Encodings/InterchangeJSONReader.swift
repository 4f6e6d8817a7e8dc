package import Octets

/// Reads JSON of others strictly: I-JSON with white space and members in any order.
///
/// Refused are two members of one name, numbers other than integers of 53 bits, null, lone surrogates, U+0000, a byte
/// order mark, and depths above 16.
///
/// - SeeAlso: RFC 8259; RFC 7493, 2.
package struct InterchangeJSONReader {
    private static let depthLimit = 16

    private let text: [UInt8]
    private var position = 0
    private var valuesLeft = 100_000

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8]) throws(EncodingError) -> CanonicalJSON {
        var reader = InterchangeJSONReader(text: text)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == text.count else { throw EncodingError(.trailingOctets, at: reader.position) }
        return value
    }

    private init(text: [UInt8]) { self.text = text }

    private mutating func value(depth: Int) throws(EncodingError) -> CanonicalJSON {
        guard depth < InterchangeJSONReader.depthLimit, valuesLeft > 0 else {
            throw EncodingError(.limitExceeded, at: position)
        }
        valuesLeft -= 1
        guard position < text.count else { throw EncodingError(.truncated, at: position) }
        switch text[position] {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .boolean(false)
        default: return .integer(try integer())
        }
    }

    private mutating func members(depth: Int) throws(EncodingError) -> [String: CanonicalJSON] {
        try expect("{")
        var members: [String: CanonicalJSON] = [:]
        skipSpace()
        if accept("}") { return members }
        repeat {
            skipSpace()
            let start = position
            let name = try string()
            // Names in ASCII only: two that look alike or compare as equal would be two members.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), members[name] == nil else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            skipSpace()
            try expect(":")
            skipSpace()
            members[name] = try value(depth: depth + 1)
            skipSpace()
        } while accept(",")
        try expect("}")
        return members
    }

    private mutating func elements(depth: Int) throws(EncodingError) -> [CanonicalJSON] {
        try expect("[")
        var elements: [CanonicalJSON] = []
        skipSpace()
        if accept("]") { return elements }
        repeat {
            skipSpace()
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while accept(",")
        try expect("]")
        return elements
    }

    private mutating func integer() throws(EncodingError) -> Int64 {
        let start = position
        _ = accept("-")
        while position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]),
            position - start < 20
        {
            position += 1
        }
        let digits = String(decoding: text[start..<position], as: UTF8.self)
        guard let value = Int64(digits), String(value) == digits, abs(value) <= CanonicalJSON.largestInteger,
            position == text.count || !".eE".utf8.contains(text[position])
        else { throw EncodingError(.unexpectedValue, at: start) }
        return value
    }

    private mutating func string() throws(EncodingError) -> String {
        let start = position
        try expect("\"")
        var octets: [UInt8] = []
        while true {
            let octet = try take()
            switch octet {
            case UInt8(ascii: "\""):
                guard let string = String(validating: octets, as: UTF8.self) else {
                    throw EncodingError(.unexpectedValue, at: start)
                }
                return string
            case UInt8(ascii: "\\"): octets += Array(String(Character(try escape())).utf8)
            case 0x00..<0x20: throw EncodingError(.unexpectedValue, at: position - 1)
            default: octets.append(octet)
            }
        }
    }

    private mutating func escape() throws(EncodingError) -> Unicode.Scalar {
        let start = position
        switch try take() {
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
            try expect("\\u")
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
            guard let digit = Hex.value(ofDigit: try take()) else {
                throw EncodingError(.unexpectedValue, at: position - 1)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func skipSpace() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    }

    private mutating func take() throws(EncodingError) -> UInt8 {
        guard position < text.count else { throw EncodingError(.truncated, at: position) }
        position += 1
        return text[position - 1]
    }

    private mutating func accept(_ character: String) -> Bool {
        guard position < text.count, character.utf8.first == text[position] else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ word: String) throws(EncodingError) {
        guard text[position...].starts(with: word.utf8) else { throw EncodingError(.unexpectedValue, at: position) }
        position += word.utf8.count
    }
}
