package import JetonOctets

/// Reads JSON from outside, strictly, into values of the caller's type.
///
/// - SeeAlso: RFC 8259; RFC 7493, 2.
package struct JSONReader<Value> {
    let form: JSONForm
    var cursor: JSONCursor
    private let make: (JSONPart<Value>, Range<Int>) -> Value?
    /// The member whose string is a secret and stays in the text, and the value that has its range instead.
    private var deferred: (member: String, make: (Range<Int>) -> Value)?
    private var valuesLeft: Int

    private init(
        _ text: [UInt8],
        at position: Int = 0,
        _ form: JSONForm,
        _ make: @escaping (JSONPart<Value>, Range<Int>) -> Value?
    ) {
        cursor = JSONCursor(text: text, position: position)
        self.form = form
        self.make = make
        valuesLeft = form.valueLimit
    }

    /// Reads a text that is one value and nothing else.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - form: Which texts are accepted.
    ///   - make: Makes a value of its part and its range in the text; nil refuses it.
    /// - Returns: The value that `make` made of the whole text.
    /// - Throws: ``EncodingError`` with the offset of the fault.
    package static func read(
        _ text: [UInt8],
        as form: JSONForm,
        _ make: @escaping (JSONPart<Value>, Range<Int>) -> Value?
    ) throws(EncodingError) -> Value {
        var reader = JSONReader(text, form, make)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.cursor.isAtEnd else {
            throw EncodingError(.trailingOctets, at: reader.cursor.position, "unexpected data after the value")
        }
        return value
    }

    private mutating func value(depth: Int) throws(EncodingError) -> Value {
        guard depth < form.depthLimit, valuesLeft > 0 else {
            throw EncodingError(.limitExceeded, at: cursor.position, "too many values, or values nested too deeply")
        }
        valuesLeft -= 1
        let start = cursor.position
        guard let value = make(try part(depth: depth), start..<cursor.position) else {
            throw EncodingError(.unexpectedValue, at: start, "a number is not allowed")
        }
        return value
    }

    private mutating func part(depth: Int) throws(EncodingError) -> JSONPart<Value> {
        switch cursor.next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try cursor.expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try cursor.expect("false")
            return .boolean(false)
        default: return try number()
        }
    }

    private mutating func number() throws(EncodingError) -> JSONPart<Value> {
        let start = cursor.position
        let text = try cursor.number()
        guard let decimal = Double(text), decimal.isFinite else {
            throw EncodingError(.unexpectedValue, at: start, "a number is too large")
        }
        // "-0" is not the one text of an integer.
        if let integer = Int64(text), String(integer) == text { return .integer(integer) }
        return .decimal(decimal)
    }

    private mutating func members(depth: Int) throws(EncodingError) -> [(name: String, offset: Int, value: Value)] {
        try cursor.expect("{")
        var members: [(name: String, offset: Int, value: Value)] = []
        var names: Set<String> = []
        skipSpace()
        if cursor.accept("}") { return members }
        repeat {
            skipSpace()
            let start = cursor.position
            let name = try string()
            guard !form.isOfASCIINames || name.utf8.allSatisfy({ $0 < 0x80 }) else {
                throw EncodingError(.unexpectedValue, at: start, "a name is not ASCII")
            }
            // Ascending names are different names.
            let isNew =
                form.isCanonical
                ? members.last.map { CanonicalJSON.precedes($0.name, name) } ?? true : names.insert(name).inserted
            guard isNew else { throw EncodingError(.unexpectedValue, at: start, "a name appears twice in an object") }
            skipSpace()
            try cursor.expect(":")
            skipSpace()
            if let deferred, deferred.member == name {
                members.append((name, start, deferred.make(try skipString())))
            } else {
                members.append((name, start, try value(depth: depth + 1)))
            }
            skipSpace()
        } while cursor.accept(",")
        try cursor.expect("}")
        return members
    }

    private mutating func elements(depth: Int) throws(EncodingError) -> [Value] {
        try cursor.expect("[")
        var elements: [Value] = []
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

    private mutating func skipSpace() {
        guard !form.isCanonical else { return }
        while let octet = cursor.next, [0x20, 0x09, 0x0A, 0x0D].contains(octet) { cursor.position += 1 }
    }
}

extension JSONReader where Value == CanonicalJSON {
    /// Starts at an offset of a canonical text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: The offset.
    ///   - deferredMember: The member whose string is a secret and stays in `text`.
    package init(_ text: [UInt8], at position: Int = 0, deferredMember: String? = nil) {
        self.init(text, at: position, .canonical) { part, _ in CanonicalJSON(part) }
        deferred = deferredMember.map { ($0, { .deferred($0) }) }
    }

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8], as form: JSONForm = .canonical) throws(EncodingError) -> CanonicalJSON {
        try read(text, as: form) { part, _ in CanonicalJSON(part) }
    }

    /// Reads one value and the line feed behind it; answers where the next line starts.
    ///
    /// - Throws: ``EncodingError``.
    package mutating func readLine() throws(EncodingError) -> (value: CanonicalJSON, next: Int) {
        let value = try value(depth: 0)
        try cursor.expect("\n")
        return (value, cursor.position)
    }
}
