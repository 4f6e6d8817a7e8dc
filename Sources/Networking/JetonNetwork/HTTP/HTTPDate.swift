package import JetonASN1

/// Dates in fields.
///
/// - SeeAlso: RFC 9110, 5.6.7.
package enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date in any of the three forms that a recipient must take.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; the day
    ///     of the week counts for nothing.
    ///   - now: The time by which a year of two digits is read: not more than 50 years ahead.
    /// - Returns: The time; nil for another text.
    package static func read(_ text: String, at now: UniversalTime = .now) -> UniversalTime? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        let hasZone = text.contains(",")
        guard words.count == (hasZone ? 6 : 5), !hasZone || words[5] == "GMT" else { return nil }
        let (day, month, year, clock) =
            hasZone ? (words[1], words[2], words[3], words[4]) : (words[2], words[1], words[4], words[3])
        let times = clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let monthIndex = months.firstIndex(of: month), times.count == 3, times.allSatisfy({ $0.utf8.count == 2 }),
            let dayNumber = HTTPSyntax.decimal(day), day.utf8.count <= 2, let yearNumber = HTTPSyntax.decimal(year),
            [2, 4].contains(year.utf8.count), let hour = HTTPSyntax.decimal(times[0]),
            let minute = HTTPSyntax.decimal(times[1]), let second = HTTPSyntax.decimal(times[2])
        else { return nil }
        func time(_ year: Int) -> UniversalTime? {
            // A leap second is read as the one before it.
            UniversalTime(
                year: year,
                month: monthIndex + 1,
                day: Int(dayNumber),
                hour: Int(hour),
                minute: Int(minute),
                second: Int(second == 60 ? 59 : second)
            )
        }
        guard year.utf8.count == 2 else { return time(Int(yearNumber)) }
        // 50 years of 365.25 days.
        guard let late = time(2000 + Int(yearNumber)), late <= now.adding(days: 18_262) else {
            return time(1900 + Int(yearNumber))
        }
        return late
    }
}
