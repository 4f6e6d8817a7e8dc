/// Hexadecimal text and octets.
public enum Hex {
    private static let lowercaseDigits = Array("0123456789abcdef".utf8)
    private static let uppercaseDigits = Array("0123456789ABCDEF".utf8)

    /// Encodes octets as two hexadecimal digits each, without separators.
    ///
    /// - Parameters:
    ///   - octets: Any number of octets.
    ///   - uppercase: Whether the digits above nine are `A`–`F` instead of `a`–`f`.
    /// - Returns: ASCII text of `2 × octets.count` characters.
    public static func encode(_ octets: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        let digits = uppercase ? uppercaseDigits : lowercaseDigits
        var text: [UInt8] = []
        text.reserveCapacity(octets.underestimatedCount * 2)
        for octet in octets {
            text.append(digits[Int(octet >> 4)])
            text.append(digits[Int(octet & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes hexadecimal text: an even number of digits of either case and nothing else.
    ///
    /// - Returns: `text.utf8.count / 2` octets, or nil if the count is odd or a character is not a digit.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8
        guard digits.count.isMultiple(of: 2) else { return nil }
        var octets: [UInt8] = []
        octets.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = value(ofDigit: digit) else { return nil }
            if let pending = high {
                octets.append(pending << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return octets
    }

    /// The value 0–15 of one ASCII hexadecimal digit of either case, or nil.
    public static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
