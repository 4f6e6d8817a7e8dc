internal import ArgumentParser
internal import Diagnostics

/// The doctor's report as JSON, without private values: the schema `jeton.doctor/1`.
struct DoctorDocument {
    private let report: Report
    private let repairs: [(id: CheckID, fix: Fix, isUndone: Bool)]
    private var redactor: Redactor

    init(report: Report, repairs: [(id: CheckID, fix: Fix, isUndone: Bool)] = []) {
        self.report = report
        self.repairs = repairs
        redactor = Redactor(known: report.privateValues)
    }

    /// The document; its last member `complete` says whether every check ended.
    mutating func json() -> JSON {
        var findings: [JSON] = []
        for finding in report.findings { findings.append(json(finding)) }
        var checks: [JSON] = []
        for entry in report.entries { checks.append(json(entry)) }
        return .object([
            ("schema", .string("jeton.doctor/1")),
            ("version", .string(Jeton.configuration.version)),
            ("distribution", .text(report.distribution?.rawValue)),
            ("status", .string(!report.isHealthy ? "failure" : report.isComplete ? "healthy" : "unfinished")),
            ("rootCause", .text(report.rootCause?.id.rawValue)),
            ("findings", .array(findings)),
            ("checks", .array(checks)),
            (
                "repairs",
                .array(
                    repairs.map { repair in
                        .object([
                            ("id", .string(repair.id.rawValue)), ("change", .string(repair.fix.words)),
                            ("undone", .bool(repair.isUndone)),
                        ])
                    }
                )
            ),
            ("milliseconds", .number(Int(report.duration / .milliseconds(1)))),
            ("complete", .bool(report.isComplete)),
        ])
    }

    /// The document of an examination of which nothing came back.
    static let empty = JSON.object([
        ("schema", .string("jeton.doctor/1")),
        ("version", .string(Jeton.configuration.version)),
        ("distribution", .null),
        ("status", .string("unfinished")),
        ("rootCause", .null),
        ("findings", .array([])),
        ("checks", .array([])),
        ("repairs", .array([])),
        ("milliseconds", .null),
        ("complete", .bool(false)),
    ])

    private mutating func json(_ finding: Finding) -> JSON {
        var evidence: [JSON] = []
        for item in finding.evidence {
            evidence.append(
                .object([
                    ("name", .string(redactor.redact(item.name))), ("value", .string(redactor.redact(item.value))),
                ])
            )
        }
        var remedies: [JSON] = []
        for remedy in finding.remedies {
            var commands: [JSON] = []
            for command in remedy.commands(on: report.distribution) {
                commands.append(.string(redactor.redact(command: command)))
            }
            remedies.append(
                .object([
                    ("text", .string(redactor.redact(remedy.text))),
                    ("commands", .array(commands)),
                    ("needs", .array(remedy.needs.words.map { .string($0) })),
                    ("automatic", .bool(remedy.fix != nil)),
                ])
            )
        }
        return .object([
            ("id", .string(finding.id.rawValue)), ("layer", .string(finding.layer.name)),
            ("severity", .string(finding.severity.word)), ("confidence", .string(finding.confidence.rawValue)),
            ("summary", .string(redactor.redact(finding.summary))), ("evidence", .array(evidence)),
            ("remedies", .array(remedies)), ("followsFrom", .text(finding.followsFrom?.rawValue)),
        ])
    }

    private mutating func json(_ entry: Report.Entry) -> JSON {
        var reason: String?
        var because: String?
        switch entry.result {
        case .done(.unknown(let text)): reason = redactor.redact(text)
        case .skipped(let capability, let cause):
            reason = "needs \(capability.words)"
            because = cause?.rawValue
        default: break
        }
        return .object([
            ("id", .string(entry.page.id.rawValue)), ("layer", .string(entry.page.layer.name)),
            ("result", .string(entry.result.word)), ("reason", .text(reason)), ("because", .text(because)),
            ("milliseconds", .number(Int(entry.duration / .milliseconds(1)))),
        ])
    }
}
