/// What a batch came to, in words: the files that were not signed and why, how many were, and how fast.
struct BatchSummary {
    /// A file that was not signed.
    private struct Failure {
        let file: String
        let reason: String
    }

    /// How many rows the table has at most; a batch of which all files fail says the same ten thousand times.
    private static let rowLimit = 40

    private let time: Duration
    /// How many files were signed, by the names of formats.
    private var signed: [String: Int] = [:]
    private var failures: [Failure] = []
    /// How many files an earlier run signed.
    var formerCount = 0
    /// Which files of the directories were not to be signed.
    var leftOut = LeftOutFiles()
    /// How many files the batch did not reach, since an error ended it.
    var unreachedCount = 0
    /// The name of the file of `--report`; nil without one.
    var report: String?

    /// Begins a summary.
    ///
    /// - Parameter time: How long the batch took.
    init(_ time: Duration) { self.time = time }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - format: The format of its signature.
    ///   - error: Why it was not signed; nil if it was.
    mutating func add(_ file: String, _ format: String, _ error: CommandError?) {
        guard let error else {
            signed[format, default: 0] += 1
            return
        }
        var reason = Substring(error.message)
        for prefix in ["\(file): ", "\(file) was not signed: ", "\(file) "] where reason.hasPrefix(prefix) {
            reason = reason.dropFirst(prefix.count)
            break
        }
        failures.append(Failure(file: file, reason: String(reason)))
    }

    /// The table of the files that were not signed; empty if there are none.
    func table(_ style: Style) -> [String] {
        guard !failures.isEmpty else { return [] }
        var table = Table(["not signed", "reason"])
        for failure in failures.prefix(Self.rowLimit) { table.add([failure.file, failure.reason]) }
        let rest = failures.count - Self.rowLimit
        guard rest > 0 else { return table.lines(style: style) }
        let place = report.map { "in \($0)" } ?? "above"
        return table.lines(style: style) + ["and \(rest) more, listed \(place)"]
    }

    /// The counts, the time and the rate.
    var line: String {
        let signedCount = signed.values.reduce(0, +)
        // A file that is not what its name says gets another format than its neighbors.
        let formats = signed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
        let kinds = formats.count < 2 ? "" : " (\(formats.joined(separator: ", ")))"
        var parts = ["\(signedCount) \(signedCount == 1 ? "file" : "files") signed\(kinds)"]
        if !failures.isEmpty { parts.append("\(failures.count) failed") }
        if unreachedCount > 0 { parts.append("\(unreachedCount) left as they were") }
        if formerCount > 0 { parts.append("\(formerCount) were signed before") }
        if leftOut.signatures > 0 { parts.append("\(leftOut.signatures) left out as signatures") }
        if leftOut.hidden > 0 { parts.append("\(leftOut.hidden) hidden ones left out") }
        let counts = parts.joined(separator: ", ")
        let rate = signedCount == 0 ? "" : ", \(Self.rate(signedCount, in: time))"
        return "\(counts); \(Self.words(time))\(rate)"
    }

    /// So many files in a time, as a rate.
    static func rate(_ count: Int, in time: Duration) -> String {
        let rate = Double(count) / max(seconds(time), 0.001)
        return rate < 10 ? "\(Int(rate * 60)) a minute" : "\(Int(rate)) a second"
    }

    /// A time, with a digit behind the point below two minutes.
    static func words(_ time: Duration) -> String {
        let seconds = seconds(time)
        if seconds < 120 { return "\((seconds * 10).rounded() / 10) s" }
        let minutes = Int(seconds) / 60
        return minutes < 120 ? "\(minutes) min \(Int(seconds) % 60) s" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private static func seconds(_ time: Duration) -> Double {
        Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }
}
