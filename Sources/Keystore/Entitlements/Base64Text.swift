/// Base64 text of RFC 4648, section 4, in its canonical form only.
///
/// One string of octets has exactly one text here: no line breaks, no other alphabet, unused bits are zero. Signed
/// manifests and sync bundles use it padded, age headers without padding.
enum Base64Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends the text of `octets` to `text`: four characters for three octets.
    static func append(_ octets: Span<UInt8>, padded: Bool = true, to text: inout [UInt8]) {
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
    static func encode(_ octets: [UInt8], padded: Bool = true) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((octets.count + 2) / 3 * 4)
        append(octets.span, padded: padded, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// How many octets canonical text of this length stands for, or nil if no octets have a text so long.
    static func decodedCount(_ text: ArraySlice<UInt8>, padded: Bool = true) -> Int? {
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

    /// The octets of canonical text, or nil.
    static func decode(_ text: ArraySlice<UInt8>, padded: Bool = true) -> [UInt8]? {
        guard let count = decodedCount(text, padded: padded) else { return nil }
        var octets = [UInt8](repeating: 0, count: count)
        var span = octets.mutableSpan
        return decode(text, count: count, into: &span) ? octets : nil
    }

    /// The octets of canonical text, or nil.
    static func decode(_ text: String, padded: Bool = true) -> [UInt8]? {
        decode(Array(text.utf8)[...], padded: padded)
    }

    /// Writes the octets of text to the start of `octets`; false if the text is not canonical.
    ///
    /// - Parameters:
    ///   - count: What ``decodedCount(_:padded:)`` answered for the text.
    ///   - octets: Room for `count` octets.
    static func decode(_ text: ArraySlice<UInt8>, count: Int, into octets: inout MutableSpan<UInt8>) -> Bool {
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
        // RFC 4648, section 3.5: the bits that belong to no octet are zero.
        let unused = pending & (1 << UInt32(bits) - 1)
        return written == count && unused == 0
            && text.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "=") }
    }

    private static func value(of character: UInt8) -> UInt8? {
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
