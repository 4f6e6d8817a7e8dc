/// Splits the XML of a property list into tags and texts and counts the lines.
struct PropertyListScanner {
    /// A tag.
    enum Token: Hashable {
        /// A start tag or an empty element.
        case start(PropertyListTag)
        /// An end tag: the name and the line.
        case end(String, Int)
    }

    private let octets: [UInt8]
    private var position: Int
    private(set) var line = 1

    /// Starts behind a byte order mark.
    ///
    /// - Throws: ``PropertyListFault`` if the text is not UTF-8.
    init(_ octets: [UInt8]) throws(PropertyListFault) {
        self.octets = octets
        position = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard String(validating: octets, as: UTF8.self) != nil else {
            throw fault("the file is not in UTF-8")
        }
    }

    /// A fault at the line reached, or at another one.
    func fault(_ message: String, line: Int? = nil) -> PropertyListFault {
        PropertyListFault(kind: .malformed, line: line ?? self.line, message: message)
    }

    /// Whether an octet is white space; XML 1.0, production 3.
    static func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D }

    /// A text without the white space around it.
    static func trimmed(_ text: String) -> String {
        let octets = Array(text.utf8)
        guard let first = octets.firstIndex(where: { !isSpace($0) }),
            let last = octets.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: octets[first...last], as: UTF8.self)
    }

    /// Passes over the XML declaration, comments, and a document type declaration without internal subset.
    mutating func skipProlog() throws(PropertyListFault) {
        if starts(with: "<?xml") { try skipDeclaration() }
        try skipSpaceAndComments()
        if starts(with: "<!DOCTYPE") {
            try skipDocumentType()
            try skipSpaceAndComments()
        }
    }

    /// XML 1.0, productions 23 to 26, 32 and 80: a version, an encoding and `standalone`, the last two if they are there.
    private mutating func skipDeclaration() throws(PropertyListFault) {
        advance(5)
        var values: [(name: String, value: String)] = []
        while !starts(with: "?>") {
            guard position < octets.count, PropertyListScanner.isSpace(octets[position]) else { throw declarationFault }
            skipSpace()
            if starts(with: "?>") { break }
            let name = try readName()
            skipSpace()
            try expect("=")
            skipSpace()
            guard starts(with: "\"") || starts(with: "'") else { throw declarationFault }
            let quote = octets[position]
            advance()
            let start = position
            while position < octets.count, octets[position] != quote, octets[position] != UInt8(ascii: "<") {
                advance()
            }
            guard position < octets.count, octets[position] == quote else { throw declarationFault }
            values.append((name, String(decoding: octets[start..<position], as: UTF8.self)))
            advance()
        }
        advance(2)
        var names = values.map(\.name)[...]
        guard names.popFirst() == "version", values[0].value.hasPrefix("1.") else { throw declarationFault }
        if names.first == "encoding" {
            guard values[1].value.lowercased() == "utf-8" else { throw fault("the file is not in UTF-8") }
            names.removeFirst()
        }
        if names.first == "standalone" { names.removeFirst() }
        guard names.isEmpty else { throw declarationFault }
    }

    private var declarationFault: PropertyListFault { fault("the XML declaration is malformed") }

    private mutating func skipDocumentType() throws(PropertyListFault) {
        var quote: UInt8?
        while position < octets.count {
            let octet = octets[position]
            if octet == UInt8(ascii: "["), quote == nil {
                throw fault("the document type declares its own entities or elements, which are not supported")
            }
            if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") {
                quote = quote == nil ? octet : (quote == octet ? nil : quote)
            }
            advance()
            if octet == UInt8(ascii: ">"), quote == nil { return }
        }
        throw fault("the document type declaration has no end")
    }

    /// Takes the next tag; only white space and comments may stand before it.
    mutating func readTag() throws(PropertyListFault) -> Token {
        try skipSpaceAndComments()
        guard position < octets.count else { throw fault("the file ends too early") }
        guard octets[position] == UInt8(ascii: "<") else { throw fault("text outside an element") }
        let start = line
        if starts(with: "</") {
            advance(2)
            let name = try readName()
            skipSpace()
            try expect(">")
            return .end(name, start)
        }
        return .start(try readStartTag(allowingAttributes: false))
    }

    /// Takes a start tag.
    mutating func readStartTag(allowingAttributes: Bool) throws(PropertyListFault) -> PropertyListTag {
        let start = line
        guard !starts(with: "<!["), !starts(with: "<?") else {
            throw fault("found a CDATA section or a processing instruction where an element is expected")
        }
        try expect("<")
        let name = try readName()
        skipSpace()
        while allowingAttributes, position < octets.count, PropertyListScanner.isNameOctet(octets[position]) {
            _ = try readName()
            try expect("=")
            guard position < octets.count, octets[position] == 0x22 || octets[position] == 0x27 else {
                throw fault("an attribute's value must be quoted")
            }
            let quote: StaticString = octets[position] == 0x22 ? "\"" : "'"
            advance()
            try skip(past: quote, of: "the attribute")
            skipSpace()
        }
        let isEmpty = starts(with: "/>")
        if isEmpty { advance() }
        try expect(">")
        return PropertyListTag(name: name, line: start, isEmpty: isEmpty)
    }

    /// Takes the text up to and with the end tag of an element.
    mutating func readText(closing name: String) throws(PropertyListFault) -> String {
        var text: [UInt8] = []
        while position < octets.count {
            switch octets[position] {
            case UInt8(ascii: "<"):
                if starts(with: "<!--") {
                    try skipComment()
                    continue
                }
                if starts(with: "<![CDATA[") {
                    text += try readCharacterData()
                    continue
                }
                guard case .end(name, _) = try readTag() else {
                    throw fault("'\(name)' is not closed before the next tag")
                }
                // Comments only leave out whole characters, so that this is still UTF-8.
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "&"): text.append(contentsOf: try readReference())
            case 0x00..<0x09, 0x0B, 0x0C, 0x0E..<0x20: throw fault("the text contains a control character")
            default:
                text.append(octets[position])
                advance()
            }
        }
        throw fault("'\(name)' is not closed")
    }

    /// Takes a CDATA section.
    private mutating func readCharacterData() throws(PropertyListFault) -> ArraySlice<UInt8> {
        advance(9)
        let start = position
        try skip(past: "]]>", of: "the CDATA section")
        return octets[start..<(position - 3)]
    }

    private mutating func readReference() throws(PropertyListFault) -> [UInt8] {
        let rest = octets[position...].prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw fault("'&' does not start a reference") }
        let name = String(decoding: octets[(position + 1)..<end], as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            case "apos": "'"
            case _ where name.hasPrefix("#x"): PropertyListScanner.scalar(name.dropFirst(2), radix: 16)
            case _ where name.hasPrefix("#"): PropertyListScanner.scalar(name.dropFirst(), radix: 10)
            default: nil
            }
        guard let scalar else {
            throw fault("'&\(name);' is not supported: a property list cannot define its own entities")
        }
        advance(end + 1 - position)
        return Array(String(Character(scalar)).utf8)
    }

    private static func scalar(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
        guard let first = digits.utf8.first, first != UInt8(ascii: "+"), let value = UInt32(digits, radix: radix),
            value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D
        else { return nil }
        return Unicode.Scalar(value)
    }

    /// Proves that only white space and comments are left.
    mutating func finish() throws(PropertyListFault) {
        try skipSpaceAndComments()
        guard position == octets.count else { throw fault("unexpected content after the end of 'plist'") }
    }

    private mutating func readName() throws(PropertyListFault) -> String {
        let start = position
        while position < octets.count, position - start < 64, PropertyListScanner.isNameOctet(octets[position]) {
            advance()
        }
        guard position > start else { throw fault("a tag has no name") }
        return String(decoding: octets[start..<position], as: UTF8.self)
    }

    private static func isNameOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func skipSpace() {
        while position < octets.count, PropertyListScanner.isSpace(octets[position]) { advance() }
    }

    private mutating func skipSpaceAndComments() throws(PropertyListFault) {
        skipSpace()
        while starts(with: "<!--") {
            try skipComment()
            skipSpace()
        }
    }

    private mutating func skipComment() throws(PropertyListFault) {
        advance(4)
        try skip(past: "--", of: "the comment")
        guard starts(with: ">") else { throw fault("'--' is not allowed in a comment") }
        advance()
    }

    private mutating func skip(past end: StaticString, of what: String) throws(PropertyListFault) {
        while position < octets.count {
            if starts(with: end) {
                advance(end.utf8CodeUnitCount)
                return
            }
            if octets[position] < 0x20, !PropertyListScanner.isSpace(octets[position]) {
                throw fault("\(what) contains a control character")
            }
            advance()
        }
        throw fault("\(what) has no end")
    }

    private func starts(with token: StaticString) -> Bool {
        octets[position...].starts(with: "\(token)".utf8)
    }

    private mutating func expect(_ token: StaticString) throws(PropertyListFault) {
        guard starts(with: token) else { throw fault("'\(token)' is missing") }
        advance(token.utf8CodeUnitCount)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            if octets[position] == 0x0A { line += 1 }
            position += 1
        }
    }
}
