/// A value of JSON text in the one form that RFC 8785 gives it.
///
/// Signed manifests, member lists and sync bundles are such text, so that a value has one encoding and a signature
/// over the text is a signature over the value. Numbers are integers of at most 53 bits. Null is refused.
package enum CanonicalJSON: Hashable, Sendable {
    /// A string.
    case string(String)
    /// An integer from -(2^53 - 1) to 2^53 - 1.
    case integer(Int64)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case array([CanonicalJSON])
    /// Members by name; the names are ordered when the text is written.
    case object([String: CanonicalJSON])
    /// A string that was left where it stands, because it is a secret: its place in the text, without the quotes.
    case deferred(Range<Int>)

    /// The largest integer that every reader of JSON keeps exactly (RFC 7493, section 2.2).
    package static let largestInteger: Int64 = 9_007_199_254_740_991

    /// Makes a value of its part; nil for a number other than an integer of 53 bits.
    init?(_ part: JSONPart<CanonicalJSON>) {
        switch part {
        case .string(let string): self = .string(string)
        case .integer(let integer) where integer.magnitude <= CanonicalJSON.largestInteger: self = .integer(integer)
        case .integer, .decimal: return nil
        case .boolean(let boolean): self = .boolean(boolean)
        case .array(let elements): self = .array(elements)
        case .object(let members): self = .object(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first })
        }
    }

    /// The value's text.
    package var encoded: [UInt8] {
        var writer = JSONWriter(.canonical)
        write(to: &writer)
        return writer.octets
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let string): writer.string(string)
        case .integer(let integer): writer.plain(String(integer))
        case .boolean(let boolean): writer.plain(boolean ? "true" : "false")
        case .array(let elements): writer.array(elements) { $0.write(to: &$1) }
        case .object(let members):
            let ordered = members.sorted { CanonicalJSON.precedes($0.key, $1.key) }
            writer.object(ordered, name: \.key) { $0.value.write(to: &$1) }
        case .deferred: preconditionFailure("a deferred string is only ever read")
        }
    }

    /// Whether a name stands before another one: by UTF-16 code units (RFC 8785, section 3.2.3).
    package static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}
