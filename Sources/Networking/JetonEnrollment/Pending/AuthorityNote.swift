import JetonJSON
import JetonOctets

/// What an authority says beside its decision: the number of the request, a text, a fee.
///
/// It is another's text, which a person sees under "the authority says": of one line, at most 500 characters, without links
/// and without characters that change how the rest is shown. A fee in it is the authority's matter, not an instruction of
/// ours.
package struct AuthorityNote: Hashable, Sendable {
    /// The most characters of each part.
    package static let limit = 500
    /// The most bytes of each part: a character may have any number of marks.
    private static let byteLimit = 2_000

    /// The number under which the authority keeps the request; may be empty.
    package let number: String
    /// Its words; may be empty.
    package let text: String
    /// What it asks to be paid; may be empty.
    package let fee: String

    /// Takes what an authority says, and leaves out what is not plain text.
    package init(number: String = "", text: String = "", fee: String = "") {
        self.number = AuthorityNote.plain(number)
        self.text = AuthorityNote.plain(text)
        self.fee = AuthorityNote.plain(fee)
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { number.isEmpty && text.isEmpty && fee.isEmpty }

    /// What a person sees, without the words that say whose it is.
    package var words: String {
        [("number ", number), ("", text), ("fee ", fee)].filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }
            .joined(separator: "; ")
    }

    /// A text as it may be shown: white space is one space, a link is left out.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(8 * limit) {
            let isShown =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
                default: true
                }
            scalars.append(isShown ? scalar : " ")
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).map { word in
            isLink(word) ? "(a link is left out)" : String(word)
        }
        return String(words.joined(separator: " ").prefix(limit)).prefix(bytes: byteLimit)
    }

    private static func isLink(_ word: Substring) -> Bool {
        let bytes = Array(word.lowercased().utf8)
        return ["://", "www.", "mailto:", "tel:"].contains { mark in
            let mark = Array(mark.utf8)
            return bytes.indices.contains { bytes[$0...].starts(with: mark) }
        }
    }

    var json: CanonicalJSON {
        .object(["fee": .string(fee), "number": .string(number), "text": .string(text)])
    }

    init(_ value: CanonicalJSON) throws(EncodingError) {
        var object = try CanonicalJSONObject(value)
        self.init(
            number: try object.string("number"),
            text: try object.string("text"),
            fee: try object.string("fee")
        )
        try object.finish()
    }
}
