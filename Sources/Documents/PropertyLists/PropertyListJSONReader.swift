/// Reads JSON as the property list of the same values, strictly and with line numbers.
///
/// There is no `null`, no key twice in an object, and nothing after the value.
///
/// - SeeAlso: RFC 8259; RFC 7493.
package struct PropertyListJSONReader {
    private static let depthLimit = 32
    private static let valueLimit = 20_000

    private let octets: [UInt8]
    private var position = 0
    private var line = 1
    private var valuesLeft = valueLimit

    /// Reads a document.
    ///
    /// - Throws: ``PropertyListFault``.
    package static func read(_ octets: [UInt8]) throws(PropertyListFault) -> PropertyListNode {
        guard octets.count <= PropertyListReader.octetLimit else {
            throw PropertyListFault(
                kind: .limitExceeded,
                line: 1,
                message: "the file has \(octets.count) bytes; at most \(PropertyListReader.octetLimit) are read"
            )
        }
        var reader = PropertyListJSONReader(octets: octets)
        guard String(validating: octets, as: UTF8.self) != nil else { throw reader.fault("the file is not in UTF-8") }
        let node = try reader.readValue(depth: 0)
        reader.skipSpace()
        guard reader.position == octets.count else { throw reader.fault("something follows the value") }
        return node
    }

    private init(octets: [UInt8]) { self.octets = octets }

    private func fault(_ message: String) -> PropertyListFault {
        PropertyListFault(kind: .malformed, line: line, message: message)
    }

    private var next: UInt8? { position < octets.count ? octets[position] : nil }

    private mutating func skipSpace() {
        while let octet = next, octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D {
            if octet == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        guard octets[position...].starts(with: "\(word)".utf8) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func readValue(depth: Int) throws(PropertyListFault) -> PropertyListNode {
        skipSpace()
        guard depth < PropertyListJSONReader.depthLimit, valuesLeft > 0 else {
            throw PropertyListFault(kind: .limitExceeded, line: line, message: "too many or too deep values")
        }
        valuesLeft -= 1
        let start = line
        let value: PropertyListNode.Value
        if take("{") {
            value = .dictionary(try readEntries(depth: depth))
        } else if take("[") {
            value = .array(try readElements(depth: depth))
        } else if take("\"") {
            value = .string(try readString())
        } else if take(word: "true") {
            value = .boolean(true)
        } else if take(word: "false") {
            value = .boolean(false)
        } else {
            value = try readNumber()
        }
        return PropertyListNode(value: value, line: start, lastLine: line)
    }

    private mutating func readEntries(depth: Int) throws(PropertyListFault) -> [PropertyListEntry] {
        var entries: [PropertyListEntry] = []
        var keys: Set<String> = []
        skipSpace()
        if take("}") { return entries }
        while true {
            skipSpace()
            guard take("\"") else { throw fault("a key in quotes is missing") }
            let start = line
            let key = try readString()
            guard keys.insert(key).inserted else { throw fault("the key '\(key)' stands twice in one object") }
            skipSpace()
            guard take(":") else { throw fault("':' is missing after the key '\(key)'") }
            let value = try readValue(depth: depth + 1)
            entries.append(PropertyListEntry(key: key, line: start, value: value))
            skipSpace()
            if take("}") { return entries }
            guard take(",") else { throw fault("',' or '}' is missing") }
        }
    }

    private mutating func readElements(depth: Int) throws(PropertyListFault) -> [PropertyListNode] {
        var elements: [PropertyListNode] = []
        skipSpace()
        if take("]") { return elements }
        while true {
            elements.append(try readValue(depth: depth + 1))
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw fault("',' or ']' is missing") }
        }
    }

    private mutating func readNumber() throws(PropertyListFault) -> PropertyListNode.Value {
        let start = position
        while let octet = next, (0x30...0x39).contains(octet) || "+-.eE".utf8.contains(octet), position - start < 32 {
            position += 1
        }
        let text = String(decoding: octets[start..<position], as: UTF8.self)
        let isForm = PropertyListJSONReader.isNumber(text.utf8)
        if isForm, let number = Int64(text) { return .integer(number) }
        if isForm, let number = Double(text), number.isFinite { return .real(number) }
        throw fault(text.isEmpty ? "a value is missing, or is null" : "'\(text)' is not a number")
    }

    /// Whether a text has the form of RFC 8259, 6: no zeros in front, digits around the point and behind the e.
    private static func isNumber(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        func takeDigits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let count = takeDigits()
        guard count > 0, !isZero || count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() > 0 else { return false }
        }
        if let e = rest.first, "eE".utf8.contains(e) {
            rest = rest.dropFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private mutating func readString() throws(PropertyListFault) -> String {
        var text: [UInt8] = []
        while let octet = next {
            position += 1
            switch octet {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case 0..<0x20: throw fault("a control character stands in a string")
            case UInt8(ascii: "\\"): text += Array(String(Character(try readEscape())).utf8)
            default: text.append(octet)
            }
        }
        throw fault("a string has no end")
    }

    private mutating func readEscape() throws(PropertyListFault) -> Unicode.Scalar {
        let octet = next
        position += 1
        switch octet {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try readUnit()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A pair of UTF-16.
            guard first < 0xDC00, take(word: "\\u") else { throw fault("half of a surrogate pair") }
            let second = try readUnit()
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw fault("half of a surrogate pair") }
            return scalar
        default: throw fault("an unknown escape in a string")
        }
    }

    private mutating func readUnit() throws(PropertyListFault) -> UInt32 {
        let digits = String(decoding: octets[position...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"), let value = UInt32(digits, radix: 16)
        else { throw fault("four hexadecimal digits are missing after \\u") }
        position += 4
        return value
    }
}
