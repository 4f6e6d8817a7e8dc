package import Octets

/// Reads JSON from outside, strictly.
///
/// Refused in both forms are two members of one name, names that are not ASCII, numbers other than integers of 53 bits,
/// null, lone surrogates, a byte order mark, depths above 16 and more than 100,000 values.
///
/// - SeeAlso: RFC 8259; RFC 7493, 2.
package struct JSONReader {
    /// Which texts of a value are taken.
    package enum Form: Sendable {
        /// The only text that ``CanonicalJSON`` writes.
        case canonical
        /// What others write: white space, members in any order, any escape but that of U+0000.
        case interchange
    }

    private static let depthLimit = 16

    let form: Form
    var cursor: JSONCursor
    private let deferredMember: String?
    private var valuesLeft = 100_000

    /// Starts at an offset of a canonical text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: The offset.
    ///   - deferredMember: The member whose string is a secret and stays in `text`.
    package init(_ text: [UInt8], at position: Int = 0, deferredMember: String? = nil) {
        self.init(JSONCursor(text: text, position: position), .canonical, deferredMember)
    }

    private init(_ cursor: JSONCursor, _ form: Form, _ deferredMember: String?) {
        self.cursor = cursor
        self.form = form
        self.deferredMember = deferredMember
    }

    /// Reads a text that is one value and nothing else.
    ///
    /// - Throws: ``EncodingError``.
    package static func read(_ text: [UInt8], as form: Form = .canonical) throws(EncodingError) -> CanonicalJSON {
        var reader = JSONReader(JSONCursor(text: text, position: 0), form, nil)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.cursor.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.cursor.position) }
        return value
    }

    /// Reads one value and the line feed behind it; answers where the next line starts.
    ///
    /// - Throws: ``EncodingError``.
    package mutating func readLine() throws(EncodingError) -> (value: CanonicalJSON, next: Int) {
        let value = try value(depth: 0)
        try cursor.expect("\n")
        return (value, cursor.position)
    }

    private mutating func value(depth: Int) throws(EncodingError) -> CanonicalJSON {
        guard depth < JSONReader.depthLimit, valuesLeft > 0 else {
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
        var previous: String?
        repeat {
            skipSpace()
            let start = cursor.position
            let name = try string()
            // Names in ASCII only: two others that look alike or compare as equal would be two members.
            guard name.utf8.allSatisfy({ $0 < 0x80 }), isNew(name, after: previous, members) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            previous = name
            skipSpace()
            try cursor.expect(":")
            skipSpace()
            members[name] = name == deferredMember ? .deferred(try skipString()) : try value(depth: depth + 1)
            skipSpace()
        } while cursor.accept(",")
        try cursor.expect("}")
        return members
    }

    /// Whether a member may have this name.
    ///
    /// Ascending names are different names.
    private func isNew(_ name: String, after previous: String?, _ members: [String: CanonicalJSON]) -> Bool {
        switch form {
        case .canonical: previous.map { CanonicalJSON.precedes($0, name) } ?? true
        case .interchange: members[name] == nil
        }
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

    private mutating func skipSpace() {
        guard form == .interchange else { return }
        while let octet = cursor.next, [0x20, 0x09, 0x0A, 0x0D].contains(octet) { cursor.position += 1 }
    }
}
