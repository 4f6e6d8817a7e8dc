internal import JetonFiles
internal import JetonJSON

/// A JSON value with the members of objects in the order given.
indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case decimal(Double)
    case string(String)
    case array([JSON])
    case object(Members)

    /// The members of an object; in a literal, each value is anything that stands in a document.
    struct Members: Sendable, ExpressibleByDictionaryLiteral {
        fileprivate var list: [(String, JSON)]

        /// Members whose names are not known beforehand.
        init(_ list: [(String, JSON)]) { self.list = list }

        init(dictionaryLiteral elements: (String, any JSONValue)...) { list = elements.map { ($0, $1.json) } }

        static func + (one: Members, other: Members) -> Members { Members(one.list + other.list) }

        static func += (one: inout Members, other: Members) { one.list += other.list }
    }

    /// An object of pairs.
    static func object(_ members: [(String, JSON)]) -> JSON { .object(Members(members)) }

    /// A string, or null.
    static func text(_ text: String?) -> JSON { text.json }

    /// A number, or null if it is absent or larger than JSON readers take.
    static func count(_ number: UInt?) -> JSON { number.json }

    /// An array of what is made of each of several values.
    static func array<Values: Sequence>(_ values: Values, _ make: (Values.Element) throws -> JSON) rethrows -> JSON {
        .array(try values.map(make))
    }

    /// The text, indented by two blanks, without a newline at the end.
    var text: String { text(.indented) }

    /// The text on one line, for streams of documents.
    var line: String { text(.line) }

    private func text(_ layout: JSONWriter.Layout) -> String {
        var writer = JSONWriter(layout)
        write(to: &writer)
        return String(decoding: writer.octets, as: UTF8.self)
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.plain("null")
        case .bool(let flag): writer.plain(flag ? "true" : "false")
        case .number(let number): writer.plain(String(number))
        case .decimal(let number): writer.plain(number.isFinite ? "\(number)" : "null")
        case .string(let string): writer.string(UndecodedPath.shown(string))
        case .array(let values): writer.array(values) { $0.write(to: &$1) }
        case .object(let members): writer.object(members.list, name: \.0) { $0.1.write(to: &$1) }
        }
    }
}
