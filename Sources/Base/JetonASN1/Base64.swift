/// Base64 with the alphabet of RFC 4648, 4.
///
/// The canonical form is the only text of its bytes: no white space, unused bits are zero, padding whole or, where it
/// is left out, absent.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends the text of `octets` to `text`: four characters for three bytes.
    public static func append(_ octets: Span<UInt8>, padded: Bool = true, to text: inout [UInt8]) {
        var index = 0
        while index < octets.count {
            let left = octets.count - index
            let second = left > 1 ? octets[index + 1] : 0
            let third = left > 2 ? octets[index + 2] : 0
            text.append(alphabet[Int(octets[index] >> 2)])
            text.append(alphabet[Int((octets[index] & 0x03) << 4 | second >> 4)])
            if left > 1 { text.append(alphabet[Int((second & 0x0F) << 2 | third >> 6)]) }
            if left > 2 { text.append(alphabet[Int(third & 0x3F)]) }
            if padded, left < 3 { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - left)) }
            index += 3
        }
    }

    /// The text of `octets`.
    public static func encode(_ octets: [UInt8], padded: Bool = true) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((octets.count + 2) / 3 * 4)
        append(octets.span, padded: padded, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// How many bytes canonical text of this length stands for; nil if no bytes have a text of this length.
    public static func decodedCount(_ text: ArraySlice<UInt8>, padded: Bool = true) -> Int? {
        guard let last = text.last else { return 0 }
        var digits = text.count
        if padded {
            guard text.count.isMultiple(of: 4) else { return nil }
            if last == UInt8(ascii: "=") {
                digits -= text[text.endIndex - 2] == UInt8(ascii: "=") ? 2 : 1
            }
        }
        return digits % 4 == 1 ? nil : digits * 3 / 4
    }

    /// The bytes of canonical text; nil for other text.
    public static func decode(_ text: ArraySlice<UInt8>, padded: Bool = true) -> [UInt8]? {
        guard let count = decodedCount(text, padded: padded) else { return nil }
        var octets = [UInt8](repeating: 0, count: count)
        var span = octets.mutableSpan
        return decode(text, count: count, into: &span) ? octets : nil
    }

    /// The bytes of canonical text; nil for other text.
    public static func decode(_ text: String, padded: Bool = true) -> [UInt8]? {
        decode(Array(text.utf8)[...], padded: padded)
    }

    /// Writes the bytes of text to the start of `octets`; false if the text is not canonical.
    ///
    /// - Parameters:
    ///   - text: The characters.
    ///   - count: The answer of ``decodedCount(_:padded:)`` for the text.
    ///   - octets: Room for `count` bytes; it may hold some of them if the text is not canonical.
    /// - Returns: Whether the text is canonical.
    public static func decode(_ text: ArraySlice<UInt8>, count: Int, into octets: inout MutableSpan<UInt8>) -> Bool {
        let digits = (count * 4 + 2) / 3
        var written = 0
        var pending: UInt32 = 0
        var bits = 0
        for character in text.prefix(digits) {
            guard let value = value(of: character) else { return false }
            pending = (pending << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                octets[written] = UInt8(truncatingIfNeeded: pending >> UInt32(bits))
                written += 1
            }
        }
        // RFC 4648, 3.5: the bits that belong to no byte are zero.
        let unused = pending & (1 << UInt32(bits) - 1)
        return written == count && unused == 0
            && text.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "=") }
    }

    /// Decodes padded text with white space anywhere, as in PEM; nil for text that is otherwise not canonical.
    public static func decodeLines(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var decoder = Base64Decoder()
        var octets: [UInt8] = []
        for character in text where !decoder.take(character, into: &octets) { return nil }
        return decoder.isComplete ? octets : nil
    }

    /// The six bits of a character of the alphabet.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
