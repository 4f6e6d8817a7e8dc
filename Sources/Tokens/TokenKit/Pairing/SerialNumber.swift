internal import Cryptoki

/// A token's serial number as a number, so that it is the same one in either base.
struct SerialNumber: Hashable, Sendable {
    /// The number.
    let value: UInt64

    /// Reads a token's serial number: 1 to 16 hexadecimal digits; nil for anything else.
    init?(_ text: FixedText) {
        guard (1...16).contains(text.octets.count), let value = SerialNumber.hexadecimal(text.octets) else {
            return nil
        }
        self.value = value
    }

    /// A shorter word of a name is the number of a model, a reader or a slot.
    private static let shortestWord = 6

    /// All numbers that the words of a text can mean, each word whole: in decimal, and in hexadecimal.
    ///
    /// Words end where letters and digits do. One after `0x` is hexadecimal only. Those of fewer than six digits do not
    /// count, except where the text is nothing else.
    static func values(in text: String) -> Set<UInt64> {
        var values: Set<UInt64> = []
        let words = text.utf8.split { octet in !SerialNumber.isLetterOrDigit(octet) }.map(Array.init)
        for word in words where word.count >= shortestWord || words.count == 1 {
            let isPrefixed = word.starts(with: "0x".utf8) || word.starts(with: "0X".utf8)
            if !isPrefixed, let value = decimal(word) { values.insert(value) }
            if let value = hexadecimal(isPrefixed ? Array(word.dropFirst(2)) : word) { values.insert(value) }
        }
        return values
    }

    /// Whether a text is this number and nothing else, in decimal or hexadecimal.
    func isNumber(in text: String) -> Bool {
        text.utf8.allSatisfy(SerialNumber.isLetterOrDigit) && SerialNumber.values(in: text).contains(value)
    }

    private static func decimal(_ digits: [UInt8]) -> UInt64? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }

    private static func hexadecimal(_ digits: [UInt8]) -> UInt64? {
        // A sign is not a digit, and the standard library takes one.
        guard digits.allSatisfy(isLetterOrDigit) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: octet >= 0x80
        }
    }
}
