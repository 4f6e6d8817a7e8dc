/// A time of UTC to the second, with the text that manifests and property lists use.
///
/// - SeeAlso: RFC 3339, section 5.6.
public struct UTCTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds; from year 1 to year 9999.
    public let secondsSince1970: Int64

    /// Takes a number of seconds; nil outside the years 1 to 9999.
    public init?(secondsSince1970 seconds: Int64) {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        secondsSince1970 = seconds
    }

    /// Reads `YYYY-MM-DDThh:mm:ssZ`; nil for any other text and for a day or time that does not exist.
    public init?(_ text: String) {
        let octets = Array(text.utf8)
        guard octets.count == 20 else { return nil }
        for (index, separator) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
            as [(Int, Unicode.Scalar)]
        where octets[index] != UInt8(ascii: separator) { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for octet in octets[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) else { return nil }
                value = value * 10 + Int64(octet - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            year >= 1, (1...12).contains(month), day >= 1, day <= UTCTime.days(inMonth: month, year: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        secondsSince1970 =
            UTCTime.daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// `YYYY-MM-DDThh:mm:ssZ`.
    public var description: String {
        let day = Int64((Double(secondsSince1970) / 86_400).rounded(.down))
        let second = secondsSince1970 - day * 86_400
        let date = UTCTime.date(daysSince1970: day)
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
            + "T\(digits(second / 3_600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
    }

    /// Orders by time.
    public static func < (left: UTCTime, right: UTCTime) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(inMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar; years from 1.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let before = year - 1
        var days = before * 365 + before / 4 - before / 100 + before / 400
        for month in 1..<month { days += self.days(inMonth: month, year: year) }
        return days + day - 1 - 719_162
    }

    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // The mean year is 365.2425 days: the guess is at most one year off.
        var year = Int64(Double(days + 719_162) / 365.2425) + 1
        while daysSince1970(year: year, month: 1, day: 1) > days { year -= 1 }
        while daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
        var left = days - daysSince1970(year: year, month: 1, day: 1)
        var month: Int64 = 1
        while left >= self.days(inMonth: month, year: year) {
            left -= self.days(inMonth: month, year: year)
            month += 1
        }
        return (year, month, left + 1)
    }
}
