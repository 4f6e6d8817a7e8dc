/// Text from outside: the output of programs, the messages of modules and linkers, the names of readers, what files say.
///
/// The only text that a decision may search. Jeton's own messages are for people and change with every edit, so each has
/// a code next to it, and `scripts/check-texts` refuses a search in them. A search returns parts of the text unescaped.
/// For people there is only ``shown(limit:)``, which is bounded and moves no cursor.
public struct ForeignText: BidirectionalCollection, Hashable, Sendable, CustomStringConvertible {
    /// The text as it came, for readers of its syntax; not for a screen, a log or a journal.
    public let unescaped: String

    /// Takes a text, or the name that a value from outside has.
    public init(_ text: some CustomStringConvertible) { unescaped = text.description }

    /// Takes UTF-8; what is not becomes U+FFFD.
    public init(decoding octets: some Collection<UInt8>) { unescaped = String(decoding: octets, as: UTF8.self) }

    // MARK: - Characters

    /// The place of the first character.
    public var startIndex: String.Index { unescaped.startIndex }

    /// The place behind the last character.
    public var endIndex: String.Index { unescaped.endIndex }

    /// The place behind another.
    public func index(after place: String.Index) -> String.Index { unescaped.index(after: place) }

    /// The place before another.
    public func index(before place: String.Index) -> String.Index { unescaped.index(before: place) }

    /// The character at a place.
    public subscript(place: String.Index) -> Character { unescaped[place] }

    /// A part of the text.
    public subscript(places: Range<String.Index>) -> Substring { unescaped[places] }

    // MARK: - Search

    /// Whether this text contains another, compared byte for byte.
    public func contains(_ text: String) -> Bool { unescaped.contains(text) }

    /// The range of the first occurrence of a text, compared byte for byte; nil if there is none.
    public func firstRange(of text: String) -> Range<String.Index>? { unescaped.firstRange(of: text) }

    /// Whether the text begins with another.
    public func hasPrefix(_ text: String) -> Bool { unescaped.hasPrefix(text) }

    /// Whether the text ends with another.
    public func hasSuffix(_ text: String) -> Bool { unescaped.hasSuffix(text) }

    /// The lines, which end in LF or CR LF, without their ends.
    ///
    /// - Parameter keepsEmpty: Whether empty lines count too, so that a line's index is its number.
    /// - Returns: The lines.
    public func lines(keepsEmpty: Bool = false) -> [Substring] { unescaped.lines(keepsEmpty: keepsEmpty) }

    /// The text in small letters, to search it whatever its capitals are.
    public func lowercased() -> ForeignText { ForeignText(unescaped.lowercased()) }

    // MARK: - Display

    /// The text for people, in one line.
    ///
    /// Controls, invisible characters and those that reverse a line are shown as codes, such as `\u{202E}`, and LF, CR
    /// and TAB as `\n`, `\r`, `\t`. A backslash stays as it is, since paths of Windows have them: the result is not for
    /// reading back.
    ///
    /// - Parameter limit: How many scalars the result has at most, from 1; where some are left out it ends in `…`.
    /// - Returns: The line.
    public func shown(limit: Int = 1024) -> String {
        var shown: [Unicode.Scalar] = []
        for scalar in unescaped.unicodeScalars {
            shown += scalar.isDisruptive ? Array(ForeignText.code(of: scalar).unicodeScalars) : [scalar]
            guard shown.count <= limit else {
                shown = shown.prefix(limit - 1) + ["…"]
                break
            }
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: shown)
        return String(result)
    }

    /// What ``shown(limit:)`` gives.
    public var description: String { shown() }

    private static func code(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}

extension Unicode.Scalar {
    /// Whether it moves a cursor, ends or reverses a line, or can't be seen.
    package var isDisruptive: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
