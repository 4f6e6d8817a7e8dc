import JetonOctets

/// The header of a mail message or of a part of one: fields, unfolded.
///
/// - SeeAlso: RFC 5322, 2.2; RFC 2045, 3; RFC 6532, 3.2.
struct MailHeader {
    /// The largest header that is read, in bytes.
    static let sizeLimit = 65_536
    private static let fieldLimit = 1_000

    private var fields: [(name: String, value: String)] = []
    /// Whether all fields are UTF-8: mail programs read other bytes in several ways.
    let isUTF8: Bool
    /// Where the body begins.
    let bodyStart: Int

    /// Reads a header up to the empty line; nil if the bytes do not begin with one.
    init?(_ octets: ArraySlice<UInt8>) {
        var place = octets.startIndex
        var isUTF8 = true
        while true {
            guard let line = MailHeader.line(of: octets, at: place),
                line.next - octets.startIndex <= MailHeader.sizeLimit
            else { return nil }
            place = line.next
            guard !line.text.isEmpty else { break }
            let valid = String(validating: line.text, as: UTF8.self)
            isUTF8 = isUTF8 && valid != nil
            let text = valid ?? String(decoding: line.text, as: UTF8.self)
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
        self.isUTF8 = isUTF8
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
