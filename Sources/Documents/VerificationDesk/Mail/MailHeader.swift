import JetonOctets

/// The header of a mail message or of a part of one: fields of UTF-8 text, unfolded.
///
/// - SeeAlso: RFC 5322, 2.2; RFC 2045, 3.
struct MailHeader {
    /// The largest header that is read, in bytes.
    static let sizeLimit = 65_536
    private static let fieldLimit = 1_000

    private var fields: [(name: String, value: String)] = []
    /// Where the body begins.
    let bodyStart: Int

    /// Reads a header up to the empty line; nil if the bytes do not begin with one.
    init?(_ octets: ArraySlice<UInt8>) {
        var place = octets.startIndex
        while true {
            guard let line = MailHeader.line(of: octets, at: place),
                line.next - octets.startIndex <= MailHeader.sizeLimit
            else { return nil }
            place = line.next
            guard !line.text.isEmpty else { break }
            // Mail programs read bytes that are not UTF-8 in several ways.
            guard let text = String(validating: line.text, as: UTF8.self) else { return nil }
            if line.text.first == 0x20 || line.text.first == 0x09 {
                guard !fields.isEmpty else { return nil }
                fields[fields.count - 1].value += text
                continue
            }
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
                text[..<colon].utf8.allSatisfy({ (0x21...0x7E).contains($0) }), fields.count < MailHeader.fieldLimit
            else { return nil }
            fields.append((text[..<colon].lowercased(), String(text[text.index(after: colon)...])))
        }
        guard !fields.isEmpty else { return nil }
        bodyStart = place
    }

    /// The values of the fields with a name in lower case.
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// A line without its end, and where the next one begins; nil without an end.
    static func line(of octets: ArraySlice<UInt8>, at start: Int) -> (text: ArraySlice<UInt8>, next: Int)? {
        guard let end = octets[start...].firstIndex(of: 0x0A) else { return nil }
        let text = octets[start..<end]
        return (text.last == 0x0D ? text.dropLast() : text, end + 1)
    }
}
