public import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// A time in UTC, to the second, without leap seconds.
public struct UniversalTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public let secondsSince1970: Int64

    /// Makes a time from seconds since 1970, as `time(2)` returns them; years 1 to 9999 can be written.
    public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

    /// The time of the call, from the system's clock.
    public static var now: UniversalTime { UniversalTime(secondsSince1970: Int64(time(nil))) }

    /// Makes a time from a date and a time of day; nil if a field is out of range.
    ///
    /// - Parameters:
    ///   - year: 1 to 9999 of the Gregorian calendar.
    ///   - month: 1 to 12.
    ///   - day: 1 to the last of the month.
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59; a leap second cannot be named.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...UniversalTime.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = UniversalTime.daysSince1970(year, month, day)
        secondsSince1970 = Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// The times that ASN.1 can write: the years 1 to 9999.
    public static let writable =
        UniversalTime(secondsSince1970: -62_135_596_800)...UniversalTime(secondsSince1970: 253_402_300_799)

    /// The time some days of 86,400 seconds later; the first or last that can be counted if that is out of range.
    public func adding(days: Int) -> UniversalTime {
        let (seconds, isLarge) = Int64(days).multipliedReportingOverflow(by: 86_400)
        let (sum, isOut) = secondsSince1970.addingReportingOverflow(seconds)
        return UniversalTime(secondsSince1970: isLarge || isOut ? (days < 0 ? .min : .max) : sum)
    }

    /// Whether the left time is earlier.
    public static func < (left: UniversalTime, right: UniversalTime) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// The form of RFC 3339: `2026-11-21T06:34:23Z`.
    public var description: String {
        let (year, month, day, hour, minute, second) = fields
        return "\(pad(year, 4))-\(pad(month))-\(pad(day))T\(pad(hour)):\(pad(minute)):\(pad(second))Z"
    }

    // MARK: - ASN.1

    /// UTCTime for the years 1950 to 2049, GeneralizedTime for the others (RFC 5280, 4.1.2.5; RFC 5652, 11.3).
    public var derRepresentation: [UInt8] {
        let (year, month, day, hour, minute, second) = fields
        let rest = "\(pad(month))\(pad(day))\(pad(hour))\(pad(minute))\(pad(second))Z"
        return (1950...2049).contains(year)
            ? DER.string(.utcTime, pad(year % 100) + rest) : DER.string(.generalizedTime, pad(year, 4) + rest)
    }

    /// Reads a UTCTime or a GeneralizedTime, leniently: seconds, fractions and zone offsets are optional.
    ///
    /// - Throws: ``EncodingError``; `unexpectedValue` for another tag or text.
    public init(_ element: ASN1Element) throws(EncodingError) {
        let yearDigits: Int
        switch element.tag {
        case .utcTime: yearDigits = 2
        case .generalizedTime: yearDigits = 4
        default: throw EncodingError(.unexpectedValue, at: element.offset)
        }
        guard let time = UniversalTime(octets: element.content, yearDigits: yearDigits) else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
        self = time
    }

    /// Reads a time in the one form that certificates, revocation lists and OCSP responses have: to the second, in UTC.
    ///
    /// - Parameters:
    ///   - element: UTCTime `YYMMDDHHMMSSZ`, or GeneralizedTime `YYYYMMDDHHMMSSZ`.
    ///   - allowsFraction: Whether a GeneralizedTime may have a fraction of a second, as in timestamps; it is dropped.
    /// - Throws: ``EncodingError``; `unexpectedValue` for another tag or form.
    /// - SeeAlso: RFC 5280, 4.1.2.5; RFC 3161, 2.4.2.
    public init(strict element: ASN1Element, allowsFraction: Bool = false) throws(EncodingError) {
        let digits = element.content.prefix { (0x30...0x39).contains($0) }.count
        var rest = element.content.dropFirst(digits)
        if allowsFraction, element.tag == .generalizedTime, rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { throw EncodingError(.unexpectedValue, at: element.offset) }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard digits == (element.tag == .utcTime ? 12 : 14), rest.elementsEqual("Z".utf8) else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
        try self.init(element)
    }

    private init?(octets: ArraySlice<UInt8>, yearDigits: Int) {
        var rest = octets
        guard var year = UniversalTime.number(&rest, digits: yearDigits) else { return nil }
        // RFC 5280, 4.1.2.5.1: two digits of 50 and above are of the twentieth century.
        if yearDigits == 2 { year += year >= 50 ? 1900 : 2000 }
        guard let month = UniversalTime.number(&rest, digits: 2), let day = UniversalTime.number(&rest, digits: 2),
            let hour = UniversalTime.number(&rest, digits: 2)
        else { return nil }
        let minute = UniversalTime.number(&rest, digits: 2) ?? 0
        let second = UniversalTime.number(&rest, digits: 2) ?? 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
        }
        guard let offset = UniversalTime.zoneOffset(rest),
            let time = UniversalTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        secondsSince1970 = time.secondsSince1970 - offset
    }

    /// Seconds east of UTC; a missing zone is taken as UTC.
    private static func zoneOffset(_ octets: ArraySlice<UInt8>) -> Int64? {
        guard let sign = octets.first else { return 0 }
        if sign == UInt8(ascii: "Z") { return octets.count == 1 ? 0 : nil }
        var rest = octets.dropFirst()
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = number(&rest, digits: 2), let minutes = number(&rest, digits: 2),
            hours < 24, minutes < 60, rest.isEmpty
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return sign == UInt8(ascii: "+") ? seconds : -seconds
    }

    /// Takes a decimal number of so many digits off the front; nil, and nothing taken, if they are not there.
    private static func number(_ octets: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let text = octets.prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        octets = octets.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    // MARK: - Calendar

    private var fields: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let (quotient, remainder) = Int(secondsSince1970).quotientAndRemainder(dividingBy: 86_400)
        let days = remainder < 0 ? quotient - 1 : quotient
        let seconds = remainder < 0 ? remainder + 86_400 : remainder
        // Days since 0000-03-01, in eras of 400 years, so that the leap day ends each year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return (year, month, day, seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private func pad(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
