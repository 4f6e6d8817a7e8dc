import JetonASN1
import JetonOctets

/// Finds values of DER or BER in base64 in a text of any kind: JSON, XML, PEM, or words.
///
/// Escapes of JSON and character references of XML are undone, the alphabet for URLs is taken too, and white space divides
/// nothing. Each word that begins as the base64 of a SEQUENCE does is tried, as far as its own length reaches.
package struct EncodedValueScanner {
    private let text: [UInt8]
    /// The fewest characters of base64 that a value has.
    private let smallest: Int
    private var index = 0
    /// Characters of base64 without what divides them, and where words begin that may be certificates.
    private var digits: [UInt8] = []
    private var starts: [Int] = []
    private var isAtWord = true
    /// How many characters may be decoded for nothing: words could overlap without end.
    private var budget: Int

    /// Takes a text.
    ///
    /// - Parameters:
    ///   - text: In any encoding that has ASCII in it.
    ///   - smallest: The fewest characters of base64 that a value has; at least 8.
    package init(_ text: [UInt8], smallest: Int) {
        self.text = text
        self.smallest = max(8, smallest)
        budget = 4 * text.count
    }

    /// Looks through the text once.
    ///
    /// - Parameter take: Told of each value; says whether it is what is looked for, so that nothing in it is tried again.
    package mutating func run(_ take: ([UInt8]) -> Bool) {
        while let octet = next() {
            switch octet {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                add(octet)
            // RFC 4648, 5.
            case UInt8(ascii: "-"): add(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): add(UInt8(ascii: "/"))
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "="):
                isAtWord = true
            default: end(take)
            }
        }
        end(take)
    }

    private mutating func add(_ octet: UInt8) {
        if isAtWord, octet == UInt8(ascii: "M") { starts.append(digits.count) }
        isAtWord = false
        digits.append(octet)
    }

    /// Tries the words of what came together, each from where the last certificate ends.
    private mutating func end(_ take: ([UInt8]) -> Bool) {
        defer {
            digits.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
            isAtWord = true
        }
        guard digits.count >= smallest else { return }
        var position = 0
        for start in starts where start >= position {
            guard let count = length(digits[start...]), budget >= count else { continue }
            guard let octets = Base64.decode(digits[start..<(start + count)], padded: false), take(octets) else {
                budget -= count
                continue
            }
            position = start + count
        }
    }

    /// How many characters the value at the beginning of some base64 has by its own length; nil if it is too small, or is
    /// cut.
    private func length(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count >= smallest, let head = Base64.decode(digits.prefix(8)), head[0] == 0x30 else { return nil }
        // BER of PKCS #7 may leave its length open.
        if head[1] == 0x80 { return digits.count % 4 == 1 ? nil : digits.count }
        var size = Int(head[1]) + 2
        if head[1] > 0x80 {
            let octets = Int(head[1]) - 0x80
            guard (1...3).contains(octets) else { return nil }
            size = head[2..<(2 + octets)].reduce(0) { $0 << 8 | Int($1) } + 2 + octets
        }
        let count = (size * 8 + 5) / 6
        return smallest...max(smallest, digits.count) ~= count ? count : nil
    }

    // MARK: - Escapes

    /// The next character with its escape undone, a line end for each that JSON writes; 0 for one beyond ASCII or an escape
    /// of another kind.
    private mutating func next() -> UInt8? {
        guard index < text.count else { return nil }
        let octet = text[index]
        index += 1
        if octet == UInt8(ascii: "\\") { return escaped() }
        return octet == UInt8(ascii: "&") ? referred() : octet
    }

    /// RFC 8259, 7.
    private mutating func escaped() -> UInt8 {
        guard index < text.count else { return 0 }
        let kind = text[index]
        index += 1
        switch kind {
        case UInt8(ascii: "/"): return kind
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return UInt8(ascii: "\n")
        case UInt8(ascii: "u"): return number(radix: 16, digits: 4...4)
        default: return 0
        }
    }

    /// XML 1.0, 4.1; the named ones stand for nothing that base64 has.
    private mutating func referred() -> UInt8 {
        guard index < text.count, text[index] == UInt8(ascii: "#") else { return 0 }
        index += 1
        let isHex = index < text.count && text[index] == UInt8(ascii: "x")
        if isHex { index += 1 }
        let octet = number(radix: isHex ? 16 : 10, digits: 1...8)
        guard index < text.count, text[index] == UInt8(ascii: ";") else { return 0 }
        index += 1
        return octet
    }

    /// A number in ASCII; 0 if it is larger, or has another count of digits.
    private mutating func number(radix: Int, digits: ClosedRange<Int>) -> UInt8 {
        var (value, count) = (0, 0)
        while count < digits.upperBound, index < text.count, let digit = Hex.value(ofDigit: text[index]),
            digit < radix
        {
            value = value * radix + Int(digit)
            count += 1
            index += 1
        }
        return digits.contains(count) && value < 0x80 ? UInt8(value) : 0
    }
}
