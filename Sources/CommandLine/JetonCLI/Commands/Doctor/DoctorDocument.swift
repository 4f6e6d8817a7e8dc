internal import ArgumentParser
internal import JetonDiagnostics

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
            "schema": "jeton.doctor/1", "version": JetonCommand.configuration.version,
            "distribution": report.distribution?.rawValue,
            "status": !report.isHealthy ? "failure" : report.isComplete ? "healthy" : "unfinished",
            "rootCause": report.rootCause?.id.rawValue,
            "commandRefusal": report.commandRefusal.map { redactor.redact($0) }, "findings": findings, "checks": checks,
            "repairs": JSON.array(repairs) { repair in
                .object(["id": repair.id.rawValue, "change": repair.fix.words, "undone": repair.isUndone])
            }, "milliseconds": Int(report.duration / .milliseconds(1)), "complete": report.isComplete,
        ])
    }

    /// The document of an examination of which nothing came back.
    static let empty = JSON.object([
        "schema": "jeton.doctor/1", "version": JetonCommand.configuration.version, "distribution": JSON.null,
        "status": "unfinished", "rootCause": JSON.null, "commandRefusal": JSON.null, "findings": JSON.array([]),
        "checks": JSON.array([]), "repairs": JSON.array([]), "milliseconds": JSON.null, "complete": false,
    ])

    private mutating func json(_ finding: Finding) -> JSON {
        var evidence: [JSON] = []
        for item in finding.evidence {
            evidence.append(.object(["name": redactor.redact(item.name), "value": redactor.redact(item.value)]))
        }
        var remedies: [JSON] = []
        for remedy in finding.remedies {
            var commands: [JSON] = []
            for command in remedy.commands(on: report.distribution) {
                commands.append(.string(redactor.redact(command: command)))
            }
            remedies.append(
                .object([
                    "text": redactor.redact(remedy.text), "commands": commands, "needs": remedy.needs.words,
                    "automatic": remedy.fix != nil,
                ])
            )
        }
        return .object([
            "id": finding.id.rawValue, "layer": finding.layer.name, "severity": finding.severity.word,
            "confidence": finding.confidence.rawValue, "summary": redactor.redact(finding.summary),
            "evidence": evidence, "remedies": remedies, "followsFrom": finding.followsFrom?.rawValue,
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
            "id": entry.page.id.rawValue, "layer": entry.page.layer.name, "result": entry.result.word, "reason": reason,
            "because": because, "milliseconds": Int(entry.duration / .milliseconds(1)),
        ])
    }
}
