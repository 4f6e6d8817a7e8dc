import JetonASN1

/// Reads a property list in XML, strictly and with line numbers.
///
/// The document type declaration is passed over, but nothing is ever fetched or expanded: there are no entities
/// beside the five of XML itself and character references. Attributes, CDATA sections and processing instructions
/// are refused where a property list has none.
///
/// - SeeAlso: PropertyList-1.0.dtd; XML 1.0, fifth edition.
package struct PropertyListReader {
    /// Octets that are read at most.
    package static let octetLimit = 1_048_576
    private static let depthLimit = 32
    private static let valueLimit = 20_000

    private var scanner: PropertyListScanner
    private var valuesLeft = valueLimit
    /// How many dictionaries are open.
    private var dictionaryDepth = 0

    /// Reads a document.
    ///
    /// - Throws: ``PropertyListFault``.
    package static func read(_ octets: [UInt8]) throws(PropertyListFault) -> PropertyListNode {
        guard octets.count <= octetLimit else {
            throw PropertyListFault(
                kind: .limitExceeded,
                line: 1,
                message: "the file has \(octets.count) octets; at most \(octetLimit) are supported"
            )
        }
        guard !octets.starts(with: "bplist".utf8) else {
            throw PropertyListFault(kind: .binary, line: 1, message: "the file is a binary property list")
        }
        var reader = PropertyListReader(scanner: try PropertyListScanner(octets))
        return try reader.readDocument()
    }

    private init(scanner: PropertyListScanner) { self.scanner = scanner }

    private mutating func readDocument() throws(PropertyListFault) -> PropertyListNode {
        try scanner.skipProlog()
        let root = try scanner.readStartTag(allowingAttributes: true)
        guard root.name == "plist", !root.isEmpty else {
            throw scanner.fault("the root element is '\(root.name)', not 'plist'", line: root.line)
        }
        let first = try scanner.readTag()
        guard case .start(let tag) = first else { throw scanner.fault("the property list has no value") }
        guard tag.name != "key" else {
            let key = try readText(tag)
            throw PropertyListFault(
                kind: .keyWithoutValue(key: key, depth: 0),
                line: tag.line,
                message: "the key '\(key)' is directly below 'plist'"
            )
        }
        let node = try readValue(tag, depth: 0)
        let last = try scanner.readTag()
        guard case .end("plist", _) = last else {
            throw scanner.fault("'plist' may contain only one value")
        }
        try scanner.finish()
        return node
    }

    private mutating func readValue(_ tag: PropertyListTag, depth: Int) throws(PropertyListFault) -> PropertyListNode {
        guard depth < PropertyListReader.depthLimit, valuesLeft > 0 else {
            throw PropertyListFault(
                kind: .limitExceeded,
                line: tag.line,
                message: "too many values, or values nested too deeply"
            )
        }
        valuesLeft -= 1
        let value: PropertyListNode.Value =
            switch tag.name {
            case "dict": .dictionary(try readEntries(tag, depth: depth))
            case "array": .array(try readElements(tag, depth: depth))
            case "string": .string(try readText(tag))
            case "true", "false": .boolean(try readBoolean(tag))
            case "integer": .integer(try readInteger(tag))
            case "real": .real(try readReal(tag))
            case "date": .date(try readDate(tag))
            case "data": .data(try readData(tag))
            case "key": throw scanner.fault("found a 'key' where a value is expected", line: tag.line)
            default: throw scanner.fault("'\(tag.name)' is not an element of a property list", line: tag.line)
            }
        return PropertyListNode(value: value, line: tag.line, lastLine: scanner.line)
    }

    private mutating func readEntries(
        _ tag: PropertyListTag,
        depth: Int
    ) throws(PropertyListFault) -> [PropertyListEntry] {
        var entries: [PropertyListEntry] = []
        guard !tag.isEmpty else { return entries }
        dictionaryDepth += 1
        defer { dictionaryDepth -= 1 }
        while true {
            switch try scanner.readTag() {
            case .end("dict", _): return entries
            case .end(let name, let line): throw scanner.fault("'</\(name)>' does not close 'dict'", line: line)
            case .start(let keyTag):
                guard keyTag.name == "key" else {
                    throw scanner.fault("found '\(keyTag.name)' where a 'key' is expected", line: keyTag.line)
                }
                let key = try readText(keyTag)
                guard case .start(let valueTag) = try scanner.readTag(), valueTag.name != "key" else {
                    throw PropertyListFault(
                        kind: .keyWithoutValue(key: key, depth: dictionaryDepth),
                        line: keyTag.line,
                        message: "no value follows the key '\(key)'"
                    )
                }
                let value = try readValue(valueTag, depth: depth + 1)
                entries.append(PropertyListEntry(key: key, line: keyTag.line, value: value))
            }
        }
    }

    private mutating func readElements(
        _ tag: PropertyListTag,
        depth: Int
    ) throws(PropertyListFault) -> [PropertyListNode] {
        var elements: [PropertyListNode] = []
        guard !tag.isEmpty else { return elements }
        while true {
            switch try scanner.readTag() {
            case .end("array", _): return elements
            case .end(let name, let line): throw scanner.fault("'</\(name)>' does not close 'array'", line: line)
            case .start(let element): elements.append(try readValue(element, depth: depth + 1))
            }
        }
    }

    private mutating func readText(_ tag: PropertyListTag) throws(PropertyListFault) -> String {
        guard !tag.isEmpty else { return "" }
        return try scanner.readText(closing: tag.name)
    }

    private mutating func readBoolean(_ tag: PropertyListTag) throws(PropertyListFault) -> Bool {
        let text = try readText(tag)
        guard text.utf8.allSatisfy(PropertyListScanner.isSpace) else {
            throw scanner.fault("'\(tag.name)' must be empty", line: tag.line)
        }
        return tag.name == "true"
    }

    private mutating func readInteger(_ tag: PropertyListTag) throws(PropertyListFault) -> Int64 {
        let text = PropertyListScanner.trimmed(try readText(tag))
        guard let value = Int64(text) ?? PropertyListReader.hexadecimal(text) else {
            throw scanner.fault("'\(text)' is not an integer", line: tag.line)
        }
        return value
    }

    /// An integer such as `0x1F`, as Apple's reader takes it; nil for other text.
    private static func hexadecimal(_ text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard digits.lowercased().hasPrefix("0x"), digits.utf8.count > 2, digits.utf8.dropFirst(2).first != 0x2B,
            let value = Int64(digits.dropFirst(2), radix: 16), value >= 0
        else { return nil }
        return isNegative ? -value : value
    }

    private mutating func readReal(_ tag: PropertyListTag) throws(PropertyListFault) -> Double {
        let text = PropertyListScanner.trimmed(try readText(tag))
        guard let value = Double(text) else { throw scanner.fault("'\(text)' is not a number", line: tag.line) }
        return value
    }

    private mutating func readDate(_ tag: PropertyListTag) throws(PropertyListFault) -> String {
        let text = PropertyListScanner.trimmed(try readText(tag))
        guard PropertyListReader.isDate(text) else { throw scanner.fault("'\(text)' is not a date", line: tag.line) }
        return text
    }

    /// Whether a text is `YYYY-MM-DDThh:mm:ssZ`, a time that exists.
    private static func isDate(_ text: String) -> Bool {
        let parts = text.utf8.split(whereSeparator: { !(0x30...0x39).contains($0) })
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let form = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
        guard form.elementsEqual("0000-00-00T00:00:00Z".utf8), numbers.count == 6, numbers[0] > 0 else { return false }
        return UniversalTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        ) != nil
    }

    private mutating func readData(_ tag: PropertyListTag) throws(PropertyListFault) -> [UInt8] {
        let text = try readText(tag).utf8.filter { !PropertyListScanner.isSpace($0) }
        guard let octets = Base64.decode(text[...]) else {
            throw scanner.fault("'data' does not contain valid base64", line: tag.line)
        }
        return octets
    }
}
