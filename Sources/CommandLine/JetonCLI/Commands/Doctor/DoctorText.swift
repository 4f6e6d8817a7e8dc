internal import ArgumentParser
internal import JetonDiagnostics

/// The doctor's report in lines for people: the root cause first, then what else was found, then what was not checked.
struct DoctorText {
    let report: Report
    let style: Style
    let isASCII: Bool
    let isVerbose: Bool
    private let isPrivate: Bool
    private var redactor: Redactor

    /// Makes the text.
    ///
    /// - Parameters:
    ///   - report: What the doctor found.
    ///   - style: Colors and emphasis.
    ///   - isASCII: Whether only ASCII may be printed.
    ///   - isVerbose: Whether checks without a finding are named too.
    ///   - isPrivate: Whether private values are left out, for others to read it.
    init(report: Report, style: Style, isASCII: Bool, isVerbose: Bool, isPrivate: Bool) {
        self.report = report
        self.style = style
        self.isASCII = isASCII
        self.isVerbose = isVerbose
        self.isPrivate = isPrivate
        redactor = Redactor(known: report.privateValues)
    }

    /// All lines.
    mutating func lines() -> [String] {
        var lines: [String] = []
        if isPrivate {
            lines.append(
                "jeton \(JetonCommand.configuration.version) doctor, \(report.distribution?.title ?? "unknown system")"
            )
            lines.append("")
        }
        if let refusal = report.commandRefusal {
            let words = broken(text(refusal), indent: 11)
            lines += words.enumerated().map { ($0 == 0 ? style.yellow("! not run") : "         ") + "  \($1)" } + [""]
        }
        // Where nothing fails, the first warning may be the answer.
        let root = report.rootCause ?? report.findings.first { $0.severity == .warning && report.isComplete }
        if let root {
            lines += finding(root, isRoot: true)
        } else if report.isComplete, report.isUnanswered {
            lines.append(style.yellow("? not run") + "  what was asked for could not be checked")
        } else {
            lines.append(
                report.isComplete
                    ? style.green("\(glyph(.success)) ok") + "  " + healthyWords
                    : style.yellow("? unfinished") + "  nothing was found, and not everything could be looked at"
            )
        }
        let others = report.findings.drop { root != nil && $0.id == root?.id && $0.summary == root?.summary }
        if root != nil, !others.isEmpty { lines += ["", style.bold("Also found")] }
        for finding in others { lines += [""] + self.finding(finding, isRoot: false) }
        let unknown = unknownLines()
        if !unknown.isEmpty { lines += [""] + unknown }
        let skipped = skippedLines()
        if !skipped.isEmpty { lines += [""] + skipped }
        if isVerbose { lines += [""] + checkLines() }
        lines += [""]
        // A long report has moved its first line out of sight.
        if let cause = report.rootCause, !others.isEmpty { lines.append("root cause: \(cause.id)") }
        lines.append(summary)
        if isPrivate { lines.append("end of report") }
        return lines
    }

    private var healthyWords: String {
        if report.hasNothingToExamine {
            return "nothing to examine: no reader, no token, and no setting that names one"
        }
        return report.entries.isEmpty ? "no check was selected" : "no problems found"
    }

    // MARK: - Findings

    private mutating func finding(_ finding: Finding, isRoot: Bool) -> [String] {
        let mark = "\(glyph(finding.severity)) \(finding.severity.word)"
        let colored =
            switch finding.severity {
            case .failure: style.red(mark)
            case .warning: style.yellow(mark)
            case .info: style.dim(mark)
            }
        var lines = broken(text(finding.summary), indent: 12).enumerated().map { index, line in
            (index == 0 ? "\(colored)  " : "            ") + style.bold(line)
        }
        let sure = finding.confidence == .likely ? ", likely" : ""
        lines.append("  check   \(finding.id) (\(finding.layer.title)\(sure))")
        if let cause = finding.followsFrom { lines.append("  follows from \(cause)") }
        for (index, evidence) in finding.evidence.enumerated() {
            let words = broken("\(text(evidence.name)): \(text(evidence.value))", indent: 10)
            lines += words.enumerated().map { "  \(index + $0 == 0 ? "proof " : "      ")  \($1)" }
        }
        if isRoot || isVerbose || finding.followsFrom == nil {
            for (index, remedy) in finding.remedies.enumerated() {
                let words = broken(text(remedy.text) + remedy.needs.note, indent: 10)
                lines += words.enumerated().map { place, line in
                    "  \(place > 0 ? "      " : index == 0 ? "fix   " : "or    ")  \(line)"
                }
                for command in remedy.commands(on: report.distribution) {
                    let text = isPrivate ? redactor.redact(command: command) : command.text
                    lines.append("            \(style.bold(text))")
                }
            }
        }
        return lines
    }

    // MARK: - What was not checked

    private mutating func unknownLines() -> [String] {
        var lines: [String] = []
        var counts: [ReportText: Int] = [:]
        var left = 0
        for entry in report.entries {
            guard case .done(.unknown(let reason)) = entry.result else { continue }
            // The refused command comes first.
            if report.commandRefusal != nil, entry.page.id == .useBlocked { continue }
            counts[reason, default: 0] += 1
            // What ended the doctor four times keeps most checks from being run: their names help nobody.
            guard !entry.isCutOff || counts[reason, default: 0] <= 3 else {
                left += 1
                continue
            }
            let word = entry.isCutOff ? "? cut off" : "? unknown"
            lines.append("\(style.yellow(word))  \(entry.page.id): \(text(reason))")
        }
        if left > 0 { lines.append("\(style.yellow("? cut off"))  \(left) more checks") }
        return lines
    }

    private func skippedLines() -> [String] {
        Capability.allCases.compactMap { capability in
            var count = 0
            var because: CheckID?
            for entry in report.entries {
                guard case .skipped(capability, let cause) = entry.result else { continue }
                count += 1
                because = cause
            }
            guard count > 0 else { return nil }
            let reason = because.map { " (see \($0))" } ?? ""
            let checks = count == 1 ? "1 check needs" : "\(count) checks need"
            return style.dim("- skipped  \(checks) \(capability.words)\(reason)")
        }
    }

    // MARK: - All checks

    private func checkLines() -> [String] {
        report.entries.map { entry in
            let milliseconds = Int(entry.duration / .milliseconds(1))
            let time = milliseconds > 9 ? " (\(milliseconds) ms)" : ""
            return "\(mark(entry.result))  \(entry.page.id)\(time)"
        }
    }

    private func mark(_ result: Report.Result) -> String {
        switch result {
        case .done(.passed): style.green("\(glyph(.success)) ok        ")
        case .done(.irrelevant): style.dim("- irrelevant")
        case .done(.found): style.red("\(glyph(.failure)) found     ")
        case .done(.unknown): style.yellow("? unknown   ")
        case .skipped: style.dim("- skipped   ")
        }
    }

    private var summary: String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let words = Dictionary(grouping: report.entries, by: \.result.word).mapValues(\.count)
        let failures = report.findings.count { $0.severity == .failure }
        let warnings = report.findings.count { $0.severity == .warning }
        let passed = words["ok", default: 0] + words["irrelevant", default: 0]
        let milliseconds = Int(report.duration / .milliseconds(1))
        return "\(count(failures, "failure")), \(count(warnings, "warning")); "
            + "\(count(report.entries.count, "check")): \(passed) passed, \(words["unknown", default: 0]) unknown, "
            + "\(words["skipped", default: 0]) skipped; \(milliseconds) ms"
    }

    // MARK: - Words

    /// A text in lines that fit the terminal beside what stands before them; commands are never broken.
    private func broken(_ text: String, indent: Int) -> [String] {
        guard let columns = style.columns, columns >= indent + 20 else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.count + 1 + word.count <= columns - indent {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private mutating func text(_ text: ReportText) -> String { isPrivate ? redactor.redact(text) : text.full }

    private func glyph(_ severity: Severity) -> String {
        switch severity {
        case .failure: isASCII ? "x" : "\u{2717}"
        case .warning: "!"
        case .info: "i"
        }
    }

    private enum Success { case success }

    private func glyph(_: Success) -> String { isASCII ? "+" : "\u{2713}" }
}
