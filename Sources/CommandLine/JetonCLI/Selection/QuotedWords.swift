/// Words with spaces between, those in quotes with the escapes of C, as busctl prints them.
enum QuotedWords {
    /// Reads words; an escape of three octal digits is a byte.
    static func read(_ octets: [UInt8]) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isOpen = false
        var isQuoted = false
        var index = 0
        while index < octets.count {
            let octet = octets[index]
            index += 1
            switch octet {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                isOpen = true
            case UInt8(ascii: "\\") where isQuoted && index < octets.count:
                let digits = octets[index...].prefix(3)
                if digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
                {
                    word.append(value)
                    index += 3
                } else {
                    word.append(escapes[octets[index]] ?? octets[index])
                    index += 1
                }
            case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\n") where !isQuoted:
                if isOpen { words.append(String(decoding: word, as: UTF8.self)) }
                (word, isOpen) = ([], false)
            default:
                word.append(octet)
                isOpen = true
            }
        }
        if isOpen { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7,
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11,
    ]
}
