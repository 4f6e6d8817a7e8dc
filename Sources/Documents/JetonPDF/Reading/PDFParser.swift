/// Reads objects from a part of a file.
///
/// - SeeAlso: ISO 32000-2, 7.2 and 7.3.
struct PDFParser {
    /// The part of the file.
    let bytes: [UInt8]
    /// Where in the file it begins.
    let base: UInt64
    /// Whether the file ends with it; otherwise what goes on behind it is an error ``PDFError/Code/truncated``.
    let isWhole: Bool
    let limits: PDFLimits
    var position = 0
    /// Where the value of the key `Contents` of the outermost dictionary stands in the file, with its delimiters.
    private(set) var contents: Range<UInt64>?

    init(_ bytes: [UInt8], at base: UInt64 = 0, isWhole: Bool = true, limits: PDFLimits) {
        self.bytes = bytes
        self.base = base
        self.isWhole = isWhole
        self.limits = limits
    }

    // MARK: - Objects

    /// Reads the next object.
    mutating func readObject() throws(PDFError) -> PDFObject { try readObject(depth: 0) }

    private mutating func readObject(depth: Int) throws(PDFError) -> PDFObject {
        guard depth <= limits.depth else { throw failure(.limitExceeded, "more than \(limits.depth) levels") }
        try skipSpace()
        switch try peek() {
        case UInt8(ascii: "/"): return .name(try readName())
        case UInt8(ascii: "("): return .string(try readLiteral())
        case UInt8(ascii: "<"):
            return try peek(1) == UInt8(ascii: "<")
                ? .dictionary(try readDictionary(depth)) : .string(try readHexadecimal())
        case UInt8(ascii: "["): return .array(try readArray(depth))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return try readNumber()
        default:
            let start = position
            switch try readWord() {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            case "null": return .null
            default:
                position = start
                throw failure(.malformed, "no object")
            }
        }
    }

    private mutating func readArray(_ depth: Int) throws(PDFError) -> [PDFObject] {
        position += 1
        var elements: [PDFObject] = []
        while true {
            try skipSpace()
            if try peek() == UInt8(ascii: "]") {
                position += 1
                return elements
            }
            elements.append(try readObject(depth: depth + 1))
        }
    }

    private mutating func readDictionary(_ depth: Int) throws(PDFError) -> PDFDictionary {
        position += 2
        var dictionary = PDFDictionary()
        while true {
            try skipSpace()
            if try peek() == UInt8(ascii: ">") {
                guard try peek(1) == UInt8(ascii: ">") else { throw failure(.malformed, "> in a dictionary") }
                position += 2
                return dictionary
            }
            guard try peek() == UInt8(ascii: "/") else { throw failure(.malformed, "a key that is not a name") }
            let key = try readName()
            try skipSpace()
            let start = position
            let value = try readObject(depth: depth + 1)
            if depth == 0, key == "Contents" { contents = base + UInt64(start)..<base + UInt64(position) }
            if dictionary[key] != nil { dictionary.hasDuplicateKeys = true }
            guard dictionary.entries.count < limits.entries else {
                throw failure(.limitExceeded, "more than \(limits.entries) entries in a dictionary")
            }
            // ISO 32000-2, 7.3.7: an entry whose value is null is as good as absent.
            dictionary[key] = value == .null ? nil : value
            if value == .null { dictionary.hasNullValues = true }
        }
    }

    // MARK: - Tokens

    mutating func readName() throws(PDFError) -> PDFName {
        position += 1
        var name: [UInt8] = []
        while let byte = try next(), PDFSyntax.isRegular(byte) {
            position += 1
            if byte == UInt8(ascii: "#"), let high = try next().flatMap(PDFSyntax.hexDigit),
                let low = try next(1).flatMap(PDFSyntax.hexDigit)
            {
                position += 2
                name.append(high << 4 | low)
            } else {
                name.append(byte)
            }
        }
        return PDFName(name)
    }

    /// Reads a number, or a reference if it begins one.
    private mutating func readNumber() throws(PDFError) -> PDFObject {
        let start = position
        while let byte = try next(), PDFSyntax.isRegular(byte) { position += 1 }
        let text = bytes[start..<position]
        var digits = text
        if let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { digits.removeFirst() }
        guard digits.allSatisfy(PDFSyntax.isDigit), !digits.isEmpty else {
            let points = digits.count { $0 == UInt8(ascii: ".") }
            guard points == 1, digits.count > 1,
                digits.allSatisfy({ PDFSyntax.isDigit($0) || $0 == UInt8(ascii: ".") })
            else {
                position = start
                throw failure(.malformed, "no number")
            }
            return .real(Array(text))
        }
        guard digits.count <= 18, var value = Int(String(decoding: digits, as: UTF8.self)) else {
            return .real(Array(text))
        }
        if text.first == UInt8(ascii: "-") { value = -value }
        if digits.count == text.count, let reference = try readReference(value) { return .reference(reference) }
        return .integer(value)
    }

    /// Reads on from a number that may begin a reference; leaves the position where it is if it does not.
    private mutating func readReference(_ number: Int) throws(PDFError) -> PDFReference? {
        guard number > 0, number <= limits.objectNumber else { return nil }
        let start = position
        try skipSpace()
        guard position > start, let generation = try readDigits(), generation <= 65_535 else {
            position = start
            return nil
        }
        let end = position
        try skipSpace()
        guard position > end, try next() == UInt8(ascii: "R"), try next(1).map(PDFSyntax.isRegular) != true else {
            position = start
            return nil
        }
        position += 1
        return PDFReference(number, generation)
    }

    /// Reads digits up to a byte that is none; nil if there are none or too many.
    mutating func readDigits() throws(PDFError) -> Int? {
        let start = position
        var value = 0
        while let byte = try next(), PDFSyntax.isDigit(byte) {
            guard position - start < 18 else { return nil }
            value = value * 10 + Int(byte - 0x30)
            position += 1
        }
        return position == start ? nil : value
    }

    /// Reads a word of regular characters, at most 40.
    mutating func readWord() throws(PDFError) -> String {
        let start = position
        while let byte = try next(), PDFSyntax.isRegular(byte), position - start < 40 { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Whether a word comes next; it is taken if so.
    mutating func take(_ word: StaticString) throws(PDFError) -> Bool {
        let start = position
        guard try readWord() == word.description else {
            position = start
            return false
        }
        return true
    }

    /// Skips white space and comments.
    mutating func skipSpace() throws(PDFError) {
        while let byte = try next() {
            if byte == UInt8(ascii: "%") {
                while let byte = try next(), byte != 0x0A, byte != 0x0D { position += 1 }
            } else if PDFSyntax.isSpace(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    // MARK: - Bytes

    /// A byte ahead; nil at the end of the file.
    func next(_ ahead: Int = 0) throws(PDFError) -> UInt8? {
        if position + ahead < bytes.count { return bytes[position + ahead] }
        guard isWhole else { throw PDFError(.truncated, at: base + UInt64(bytes.count)) }
        return nil
    }

    /// A byte ahead, which must be there.
    func peek(_ ahead: Int = 0) throws(PDFError) -> UInt8 {
        guard let byte = try next(ahead) else { throw PDFError(.truncated, at: base + UInt64(bytes.count)) }
        return byte
    }

    func failure(_ code: PDFError.Code, _ detail: String = "") -> PDFError {
        PDFError(code, at: base + UInt64(position), detail)
    }
}
