package import JetonASN1

/// The times of XML Schema, such as `2026-11-22T19:30:00Z`.
///
/// - SeeAlso: XML Schema 1.1, part 2, 3.3.7.
package enum XMLTime {
    /// Reads a dateTime with an offset or `Z`; nil for other text, and for a time without either.
    package static func parse(_ text: String) -> UniversalTime? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 64, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let time = UniversalTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var cursor = 19
        if bytes[cursor] == UInt8(ascii: ".") {
            cursor += 1
            while cursor < bytes.count, (0x30...0x39).contains(bytes[cursor]) { cursor += 1 }
        }
        guard cursor < bytes.count else { return nil }
        var offset = 0
        switch bytes[cursor] {
        case UInt8(ascii: "Z"): guard cursor + 1 == bytes.count else { return nil }
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard cursor + 6 == bytes.count, bytes[cursor + 3] == UInt8(ascii: ":"),
                let hours = number(cursor + 1..<cursor + 3), let minutes = number(cursor + 4..<cursor + 6), hours <= 14,
                minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * 60 * (bytes[cursor] == UInt8(ascii: "-") ? -1 : 1)
        default: return nil
        }
        return UniversalTime(secondsSince1970: time.secondsSince1970 - Int64(offset))
    }
}
