internal import JetonASN1

/// The time in a field Date.
///
/// - SeeAlso: RFC 9110, 5.6.7.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for other text.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == ":" || $0 == "," })
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: String(words[2])), let hour = Int(words[4]), let minute = Int(words[5]),
            let second = Int(words[6])
        else { return nil }
        return UniversalTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)?
            .secondsSince1970
    }
}
