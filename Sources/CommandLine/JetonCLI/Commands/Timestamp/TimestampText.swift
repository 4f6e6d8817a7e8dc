internal import JetonASN1
internal import JetonCMS
internal import JetonOctets
internal import JetonValidation
internal import JetonX509

/// What is printed about a timestamp.
struct TimestampText {
    let path: String
    /// What it was compared with: a file's name, or words for a digest; nil if it was compared with nothing.
    let subject: String?
    let report: TimestampReport

    func lines(_ style: Style) -> [String] {
        let info = report.info
        var lines = ["\(path): \(verdict(style))"]
        lines.append("  time:       \(info.time)\(accuracy)")
        if let subject { lines.append("  file:       \(subject)") }
        lines.append("  authority:  \(report.signer.certificate?.subject.description ?? "unknown")")
        lines.append("  policy:     \(info.policy), serial number \(Hex.encode(info.serialNumber))")
        for failure in report.failures { lines.append("  failed: \(failure)") }
        return lines
    }

    private func verdict(_ style: Style) -> String {
        if report.isValid {
            return subject == nil ? style.yellow("valid, compared with no file") : style.green("valid")
        }
        return report.isIntact
            ? style.yellow("intact, but the authority is not trusted") : style.red("not valid")
    }

    private var accuracy: String {
        guard let microseconds = report.info.accuracy else { return "" }
        return " (± \(microseconds / 1_000_000).\(String(String(1_000_000 + microseconds % 1_000_000).dropFirst())) s)"
    }

    /// The answer of `jeton verify`, with the timestamped file; nil for none.
    func verification(of content: String?) -> JSON {
        .object([
            ("schema", .string("jeton.verify.timestamp/1")), ("signature", .string(path)), ("file", .text(content)),
            ("valid", .bool(report.isValid)), ("intact", .bool(report.isIntact)), ("timestamp", timestamp),
        ])
    }

    /// What the token states.
    var timestamp: JSON {
        let info = report.info
        return .object([
            ("time", .string(info.time.description)),
            ("accuracyMicroseconds", info.accuracy.map { .count(UInt($0)) } ?? .null),
            ("authority", .text(report.signer.certificate?.subject.description)),
            ("policy", .string(info.policy.description)), ("serialNumber", .string(Hex.encode(info.serialNumber))),
            ("hash", .text(info.imprint?.hash.description)),
            ("failures", .array(report.failures.map { .string($0) })),
        ])
    }
}
