internal import JetonOctets
internal import TokenKit

/// What a use that fails stopped at: the file, socket, variable or limit, seen as the use touched it.
///
/// Judges last: findings of checks that name the same thing keep their words; those that only say that something fails
/// follow from it; and what the use never touched is not accused.
enum UseBlocked {
    static let page = CheckPage(
        id: .useBlocked,
        layer: .environment,
        title: "a file, a socket, a variable or a limit prevents a program or module from working",
        symptom: "",
        cause: "",
        detection: "",
        remedies: [
            Remedy(
                "create a report and send it to the vendor of the program or module, or to Jeton",
                commands: ["jeton doctor --report jeton-report.txt"]
            )
        ]
    )

    /// The checks that say that a module fails, and not at what.
    private static let general: Set<CheckID> = ["mod-init-general-error", "mod-crashes", "mod-hangs"]

    /// Further checks that say what follows from something else as a rule.
    static let consequences = general.union([
        "token-uninitialized", "usb-device-absent", "card-absent", "card-no-module",
    ])

    /// Adds what failing uses stopped at, and takes back what has nothing to do with the use that was asked about.
    static func judge(_ findings: inout [Finding], on machine: Machine) {
        if let use = machine.commandTrace {
            judge(use, &findings, machine)
        } else if machine.worksUnobserved {
            isNoObstacle(&findings)
        } else {
            for module in machine.failedModules.prefix(4) { judge(module.path, &findings, machine) }
        }
    }

    /// What a lowered counter tells of a command that fails and is not run again: that it may have sent a wrong PIN.
    static func loweredCounter(on machine: Machine) -> Finding? {
        guard let pin = machine.loweredPIN, let warning = pin.warning, machine.commandRefusal != nil else { return nil }
        let name = Machine.name(of: machine.command.first ?? "")
        let sighting = Sighting(
            "the command \(String(name)) may send a wrong PIN: \(warning)",
            [Evidence("tries", warning)],
            confidence: .likely,
            remedies: [
                Remedy(
                    """
                    correct the PIN in the place the command reads it from; entering the right PIN once resets \
                    the try counter
                    """,
                    commands: ["jeton list"]
                )
            ]
        )
        return Finding(sighting, of: page)
    }

    // MARK: - Modules

    private static func judge(_ module: String, _ findings: inout [Finding], _ machine: Machine) {
        let own = findings.indices.filter { findings[$0].subjects.contains(.module(module)) }
        guard own.allSatisfy({ general.contains(findings[$0].id) }),
            machine.has(.service) || !machine.usesPCSC(module: module),
            let use = machine.trace(ofModule: module),
            let suspect = machine.suspects(of: use).first(where: { $0.weight > .odd })
        else { return }
        let severity = own.map { findings[$0].severity }.max() ?? machine.severityOfBrokenModule
        findings.append(finding(use, suspect, severity, machine))
        for index in own { findings[index].cause = .useBlocked }
    }

    // MARK: - The command

    /// Takes back what else is wrong where the command works: it does not stand in its way.
    private static func isNoObstacle(_ findings: inout [Finding]) {
        for index in findings.indices { findings[index].severity = min(findings[index].severity, .warning) }
    }

    private static func judge(_ use: UseTrace, _ findings: inout [Finding], _ machine: Machine) {
        if use.trace.isSuccess {
            isNoObstacle(&findings)
            return
        }
        let isOnTheWay = findings.map { UseBlocked.isOnTheWay($0, use, machine) }
        let candidates = machine.candidates(of: use, beside: findings) { finding in
            findings.firstIndex { $0.isSame(as: finding) }.map { isOnTheWay[$0] } ?? false
        }
        for index in findings.indices where !isOnTheWay[index] {
            findings[index].severity = min(findings[index].severity, .info)
        }
        guard let first = candidates.first else {
            findings.append(unexplained(use, machine))
            return
        }
        switch first.source {
        case .suspect(let suspect): accuse(suspect, use, first.explanation, &findings, machine)
        case .said(let said): accuse(said, use, &findings, machine)
        case .finding(let index):
            findings[index].severity = .failure
            if first.explanation <= .flaw { findings[index].confidence = .likely }
            if first.explanation < .failure {
                findings[index].evidence += evidence(of: use, machine)
            }
        }
        var others = candidates.dropFirst().compactMap { candidate -> Suspect? in
            if case .suspect(let suspect) = candidate.source { suspect } else { nil }
        }
        if case .finding(let index) = first.source {
            // What explains the same thing by its own words follows from the check's finding.
            if let same = others.firstIndex(where: { findings[index].mentions($0.path) }) {
                var found = finding(use, others.remove(at: same), .failure, machine)
                found.cause = findings[index].id
                findings.append(found)
            } else if let proven = others.firstIndex(where: { $0.weight > .absent }) {
                findings.append(finding(use, others.remove(at: proven), .warning, machine))
            }
        }
        findings += others.prefix(4).map { finding(use, $0, .info, machine) }
    }

    /// Makes a thing that the trace shows the root, unless a check knows it by better words.
    private static func accuse(
        _ suspect: Suspect,
        _ use: UseTrace,
        _ explanation: Candidate.Explanation,
        _ findings: inout [Finding],
        _ machine: Machine
    ) {
        var found = finding(use, suspect, .failure, machine)
        if let known = findings.firstIndex(where: { $0.severity > .info && $0.mentions(suspect.path) }) {
            findings[known].severity = .failure
            found.cause = findings[known].id
            for index in findings.indices where index != known && findings[index].severity == .failure {
                findings[index].cause = findings[known].id
            }
        } else {
            for index in findings.indices where findings[index].severity == .failure {
                findings[index].cause = .useBlocked
            }
        }
        findings.append(found)
    }

    /// Makes what the program says the root.
    private static func accuse(_ said: SaidFault, _ use: UseTrace, _ findings: inout [Finding], _ machine: Machine) {
        for index in findings.indices where findings[index].severity == .failure {
            if consequences.contains(findings[index].id) {
                findings[index].cause = .useBlocked
            } else {
                findings[index].severity = .warning
            }
        }
        let isReason = said.phrase.standing == .cause
        let remedies = machine.remedies(for: said, in: use)
        findings.append(
            Finding(
                Sighting(
                    "\(use.title) fails: \(said.object) \(said.fault)",
                    evidence(of: use, machine) + (isReason ? [] : machine.sandbox.evidence),
                    confidence: isReason ? .proven : .likely,
                    about: use.subjects,
                    remedies: remedies.isEmpty ? nil : remedies
                ),
                of: page
            )
        )
    }

    /// Whether the use touched what a finding is about.
    private static func isOnTheWay(_ finding: Finding, _ use: UseTrace, _ machine: Machine) -> Bool {
        let paths = Set(use.trace.paths)
        func touches(_ module: String) -> Bool {
            paths.contains(module) || paths.contains(machine.realPath(module))
        }
        let usesService = machine.usesService(use)
        if finding.subjects.isEmpty {
            if finding.layer.isOnTheWayToCards { return usesService }
            return finding.layer == .environment
                || finding.evidence.flatMap(\.values).contains { value in
                    paths.contains { $0.utf8.count > 4 && value.contains($0) }
                }
        }
        // A copy of a module has the stores of the other one.
        let opened = Set(use.openedFiles)
        let named = finding.summary.values.flatMap { $0.split { " ,:'".contains($0) } }
        if named.contains(where: { $0.hasPrefix("/") && opened.contains(String($0)) }) { return true }
        return finding.subjects.contains { subject in
            switch subject {
            case .service, .readers, .reader, .device: usesService
            case .module(let path), .token(let path, _): touches(path)
            }
        }
    }

    // MARK: - Findings

    private static func finding(
        _ use: UseTrace,
        _ suspect: Suspect,
        _ severity: Severity,
        _ machine: Machine
    ) -> Finding {
        Finding(
            Sighting(
                "\(use.title) fails: \(suspect.path) \(suspect.fault)",
                suspect.evidence + evidence(of: use, machine),
                severity: severity,
                confidence: suspect.isProven ? .proven : .likely,
                about: use.subjects,
                remedies: suspect.remedies.isEmpty ? nil : suspect.remedies
            ),
            of: page
        )
    }

    /// A failure that nothing explains, with what the use read that is not a package's own.
    private static func unexplained(_ use: UseTrace, _ machine: Machine) -> Finding {
        let used = use.openedFiles.filter { !$0.hasPrefix("/usr/") && !$0.hasPrefix("/lib") && !$0.hasPrefix("/dev/") }
        let asked = use.calls.filter { $0.kind == .connect && $0.error == 0 }.map(\.path)
        // What is looked for in several places, and is in one of them, is not missing.
        let found = Set(use.calls.filter { $0.error == 0 }.map { Machine.name(of: $0.path) })
        let missing = use.calls.filter { call in
            call.error != 0 && !call.path.hasPrefix("/usr/lib") && !found.contains(Machine.name(of: call.path))
        }.map(\.path)
        func evidence(_ name: ReportText, _ paths: [String]) -> [Evidence] {
            var seen: Set<String> = []
            return paths.filter { seen.insert($0).inserted }.suffix(12).map { Evidence(name, "\($0)") }
        }
        return Finding(
            Sighting(
                "\(use.title) fails, and nothing that it used explains it",
                UseBlocked.evidence(of: use, machine) + machine.sandbox.evidence + evidence("used", used)
                    + evidence("asked", asked) + evidence("not there", missing),
                about: use.subjects
            ),
            of: NotExplained.page
        )
    }

    private static func evidence(of use: UseTrace, _ machine: Machine) -> [Evidence] {
        let unset = machine.unsetVariables(of: use)
        return [Evidence("end", use.endWords)]
            + machine.shownLines(of: use).map { Evidence("said", "\(private: $0, .other)") }
            + (unset.isEmpty ? [] : [Evidence("variables not set", "\(unset.joined(separator: ", "))")])
    }
}

extension Finding {
    /// Whether it is the same finding as another one.
    fileprivate func isSame(as other: Finding) -> Bool { id == other.id && summary == other.summary }

    /// Whether its sentence or its evidence has a path or address among the values that were read.
    func mentions(_ path: String) -> Bool {
        (summary.values + evidence.flatMap(\.values)).contains { $0.contains(path) }
    }
}

extension Evidence {
    /// What was read, in its name as well.
    fileprivate var values: [ForeignText] { name.values + value.values }
}
