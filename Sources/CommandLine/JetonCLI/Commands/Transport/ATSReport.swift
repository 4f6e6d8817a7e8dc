internal import JetonDiagnostics
internal import JetonNetwork
internal import JetonOctets
internal import TransportPolicy

/// A diagnosis of App Transport Security in words and as JSON.
struct ATSReport {
    let diagnosis: TransportDiagnosis
    /// What is wrong with the policy that was given; nil without one.
    let findings: [TransportFinding]?
    /// The path of that policy.
    let policy: String?

    // MARK: - Words

    /// The text.
    func lines(isVerbose: Bool) -> [String] {
        var table = Table(["row", "test", "result", "by"])
        for (index, entry) in diagnosis.rows.enumerated() {
            table.add([
                "\(index + 1)", entry.row.name, entry.attempt.passes ? "PASS" : "FAIL",
                ATSReport.evidence(entry.attempt, isVerbose: isVerbose || index < 2),
            ])
        }
        let certificates = diagnosis.certificates.enumerated().flatMap { index, certificate in
            ServerCertificateReport.lines(certificate, number: index + 1)
        }
        return table.lines(style: Console.style) + [""] + certificates + policyLines + [""] + verdict + adviceLines
    }

    private static func evidence(_ attempt: DiagnosticAttempt, isVerbose: Bool) -> String {
        if let failure = attempt.failure { return isVerbose ? failure : "" }
        guard let facts = attempt.facts else { return attempt.status.map { "status \($0)" } ?? "" }
        return ([facts.version.description, facts.suite] + (facts.group.map { [$0] } ?? [])).joined(separator: ", ")
    }

    private var policyLines: [String] {
        guard let policy, let attempt = diagnosis.policy else { return [] }
        let result = attempt.passes ? "PASS" : "FAIL"
        return ["", "with \(policy): \(result)" + (attempt.failure.map { ", \($0)" } ?? "")]
            + (findings ?? []).map { TransportPolicyArgument.line($0, in: policy) }
    }

    private var verdict: [String] {
        let host = diagnosis.url.host
        guard let smallest = diagnosis.smallest else {
            let reason = diagnosis.trials.last?.attempt.failure ?? "no dictionary passes"
            let lines = ["Nothing passes: \(reason).", "No exception helps; the cause is not App Transport Security."]
            // One is not sent, so that a server that requires it ends the connection.
            let isAsked =
                diagnosis.capabilities?.certificateRequest != nil
                || diagnosis.trials.contains { $0.attempt.facts?.isCertificateRequested == true }
            guard isAsked else { return lines }
            let command: ShellCommand = "jeton tls explain \(diagnosis.url.description)"
            return lines + ["The server asks for a client certificate; `\(command.text)` shows which one it takes."]
        }
        guard !smallest.isEmpty else {
            return diagnosis.isLocal
                ? ["\(host) needs no exception: local hosts have no requirements."]
                : ["\(host) needs no exception."]
        }
        var lines = ["\(host) needs an exception: \(smallest.words).", ""]
        lines.append("Info.plist:")
        lines += fragment(smallest).map { "    " + $0 }
        lines += ["", "JSON:"]
        let json = JSON.object(["NSAppTransportSecurity": JSON(smallest.dictionary(for: host))])
        lines += json.text.lines().map { "    " + $0 }
        lines += ["", "Proof: this set passes, and each stricter one failed:"]
        lines += diagnosis.refuted.map { "    \($0.set.words): \($0.attempt.failure ?? "failed")" }
        return lines
    }

    private func fragment(_ set: ExceptionSet) -> [String] {
        ["<key>NSAppTransportSecurity</key>"] + set.dictionary(for: diagnosis.url.host).infoPlistLines()
    }

    private var adviceLines: [String] {
        let advice = diagnosis.advice
        guard !advice.isEmpty else { return [] }
        let aim = diagnosis.smallest == nil ? "To pass" : "To need no exception"
        var lines = ["", "\(aim), change the server:"]
        for entry in advice {
            lines.append("    \(entry.problem)")
            if let action = entry.action { lines.append("        \(action)") }
            for (server, settings) in [("nginx", entry.nginx), ("Apache", entry.apache), ("HAProxy", entry.haproxy)] {
                lines += settings.map { "        \(server): \($0)" }
            }
        }
        return lines
    }

    // MARK: - JSON

    /// The members of the document.
    var members: JSON.Members {
        let smallest = diagnosis.smallest
        return [
            "url": diagnosis.url.description,
            "verdict": smallest.map { $0.isEmpty ? "defaultsPass" : "exceptionNeeded" } ?? "nothingPasses",
            "isLocal": diagnosis.isLocal,
            "rows": JSON.array(diagnosis.rows) { entry in
                .object(
                    ["name": entry.row.name, "dictionary": JSON(entry.row.set.dictionary(for: diagnosis.url.host))]
                        + ATSReport.members(entry.attempt)
                )
            }, "certificates": diagnosis.certificates.map(ServerCertificateReport.json),
            "exception": smallest.map { JSON($0.dictionary(for: diagnosis.url.host)) },
            "infoPlist": smallest.map { fragment($0).joined(separator: "\n") },
            "refuted": JSON.array(diagnosis.refuted) { trial in
                .object([
                    "dictionary": JSON(trial.set.dictionary(for: diagnosis.url.host)), "failure": trial.attempt.failure,
                ])
            }, "policy": diagnosis.policy.map { JSON.object(ATSReport.members($0)) },
            "findings": (findings ?? []).map { TransportPolicyArgument.json($0) },
            "advice": diagnosis.advice.map(ATSReport.json),
        ]
    }

    private static func members(_ attempt: DiagnosticAttempt) -> JSON.Members {
        [
            "passes": attempt.passes, "failure": attempt.failure, "version": attempt.facts?.version.description,
            "suite": attempt.facts?.suite, "group": attempt.facts?.group,
            "status": attempt.status.map { UInt(clamping: $0) },
        ]
    }

    private static func json(_ advice: ServerAdvice) -> JSON {
        func strings(_ lines: [String]) -> JSON { .array(lines.map { .string($0) }) }
        return .object([
            "problem": advice.problem, "action": advice.action, "nginx": strings(advice.nginx),
            "apache": strings(advice.apache), "haproxy": strings(advice.haproxy),
        ])
    }
}
