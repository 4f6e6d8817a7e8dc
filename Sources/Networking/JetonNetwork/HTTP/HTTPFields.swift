/// The fields of a message in their order; names are compared without regard to case.
///
/// - SeeAlso: RFC 9110, 5.
public struct HTTPFields: Sendable {
    /// A name and a value, both as on the wire, without the white space around the value.
    public struct Field: Hashable, Sendable {
        /// A token of ASCII characters.
        public let name: String
        /// Visible characters, spaces and tabs; bytes beyond ASCII stand as characters U+0080 to U+00FF.
        public let value: String
    }

    /// The fields in their order.
    public private(set) var all: [Field] = []

    /// Makes an empty section.
    public init() {}

    /// The values of all fields of a name, in their order.
    public func values(_ name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The value of a field that must stand alone.
    ///
    /// - Throws: ``NetworkError/Code/malformedMessage`` if it is there more than once.
    public func single(_ name: String) throws(NetworkError) -> String? {
        let values = values(name)
        guard values.count <= 1 else { throw NetworkError(.malformedMessage, "the field \(name) appears twice") }
        return values.first
    }

    /// The members of a comma-separated list over all fields of a name, in lower case; empty members are left out.
    ///
    /// - SeeAlso: RFC 9110, 5.6.1.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.split(separator: ",").map { member in
                var text = member
                while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
                while let last = text.last, last == " " || last == "\t" { text.removeLast() }
                return text.lowercased()
            }
        }.filter { !$0.isEmpty }
    }

    /// Adds a field at the end.
    ///
    /// - Throws: ``NetworkError/Code/invalidRequest`` for a name that is not a token, or a value with control
    ///   characters, characters above U+00FF, or spaces at its ends: neither can carry a second field.
    public mutating func add(_ name: String, _ value: String) throws(NetworkError) {
        guard HTTPSyntax.isToken(name.utf8) else { throw NetworkError(.invalidRequest, "a field name") }
        let isPlain = value.unicodeScalars.allSatisfy { scalar in
            scalar.value == 9 || scalar.value >= 0x20 && scalar.value < 0x7F || 0x80...0xFF ~= scalar.value
        }
        let isTrimmed = value.first != " " && value.first != "\t" && value.last != " " && value.last != "\t"
        guard isPlain, isTrimmed else { throw NetworkError(.invalidRequest, "the value of the field \(name)") }
        all.append(Field(name: name, value: value))
    }

    /// Removes all fields of a name.
    public mutating func remove(_ name: String) { all.removeAll { Self.isSame($0.name, name) } }

    /// Adds what a peer sent, whose characters were checked.
    mutating func append(_ name: String, _ value: String) { all.append(Field(name: name, value: value)) }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
