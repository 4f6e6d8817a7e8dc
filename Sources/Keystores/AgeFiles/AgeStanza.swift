import JetonASN1

/// One way to the file key in the header of an age file.
struct AgeStanza: Hashable, Sendable {
    /// The type and what it needs; at least one, each of one or more printable ASCII characters.
    let arguments: [String]
    /// The wrapped file key, or whatever the type has.
    let body: [UInt8]

    /// Characters of a full line of the body.
    static let columns = 64

    /// The stanza's lines.
    var text: String {
        var text = "-> " + arguments.joined(separator: " ") + "\n"
        var digits = Substring(Base64.encode(body, padded: false))
        // The last line is shorter than a full one, and empty if need be.
        while digits.utf8.count >= AgeStanza.columns {
            text += digits.prefix(AgeStanza.columns) + "\n"
            digits = digits.dropFirst(AgeStanza.columns)
        }
        return text + digits + "\n"
    }
}
