internal import ArgumentParser
internal import JetonASN1

/// A time on the command line: `2026-11-22T12:00:00Z`, or `2026-11-22` for the end of that day, in UTC.
struct TimeArgument: ExpressibleByArgument {
    let time: UniversalTime

    init?(argument: String) {
        let parts = argument.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = TimeArgument.numbers(parts[0], separator: "-", digits: [4, 2, 2]) else { return nil }
        var clock = [23, 59, 59]
        if parts.count == 2 {
            guard parts[1].hasSuffix("Z"),
                let found = TimeArgument.numbers(parts[1].dropLast(), separator: ":", digits: [2, 2, 2])
            else { return nil }
            clock = found
        }
        guard
            let time = UniversalTime(
                year: date[0],
                month: date[1],
                day: date[2],
                hour: clock[0],
                minute: clock[1],
                second: clock[2]
            )
        else { return nil }
        self.time = time
    }

    private static func numbers(_ text: Substring, separator: Character, digits: [Int]) -> [Int]? {
        let fields = text.split(separator: separator, omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == digits else { return nil }
        let numbers = fields.compactMap { $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        return numbers.count == digits.count ? numbers : nil
    }
}
