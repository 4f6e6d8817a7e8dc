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
        title: "a program or module stops at a file, a socket, a variable or a limit",
        symptom: "",
        cause: "",
        detection: "",
        remedies: [
            Remedy(
                "make a report and send it to the vendor of the program or module, or to Jeton",
                commands: ["jeton doctor --report jeton-report.txt"]
            )
        ]
    )

    /// The checks that say that a module fails, and not at what.
    private static let general: Set<CheckID> = ["mod-init-general-error", "mod-crashes", "mod-hangs"]

    /// Further checks that say what follows from something else as a rule.
    private static let consequences = general.union([
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
        for index in findings.indices where !isOnTheWay(findings[index], use, machine) {
            findings[index].severity = min(findings[index].severity, .info)
        }
        let suspects = machine.suspects(of: use).filter { $0.weight > .odd }
        guard let first = suspects.first else {
            guard !findings.contains(where: { $0.severity == .failure }) else { return }
            // Where cards are used, and none is there, that is the reason, however little a card is missed otherwise.
            if machine.usesService(use), let absent = findings.firstIndex(where: { $0.id == "card-absent" }) {
                findings[absent].severity = .failure
                return
            }
            let service = findings.indices.filter { findings[$0].subjects.contains(.service) }
            if machine.missesService(use), let absent = service.min(by: { findings[$0].layer < findings[$1].layer }) {
                findings[absent].severity = .failure
                return
            }
            // What is wrong on the way of a use that fails counts; the lowest layer first.
            let warnings = findings.indices.filter {
                findings[$0].severity == .warning && findings[$0].layer <= .module
            }
            if let lowest = warnings.min(by: { findings[$0].layer < findings[$1].layer }) {
                findings[lowest].severity = .failure
            } else {
                findings.append(unexplained(use, machine))
            }
            return
        }
        var found = finding(use, first, .failure, machine)
        // A check that knows the thing has better words for it.
        if let known = findings.firstIndex(where: { $0.severity > .info && $0.mentions(first.path) }) {
            findings[known].severity = .failure
            found.cause = findings[known].id
            for index in findings.indices where index != known && findings[index].severity == .failure {
                findings[index].cause = findings[known].id
            }
        } else if first.isProven
            || findings.allSatisfy({ $0.severity < .failure || consequences.contains($0.id) })
        {
            for index in findings.indices where findings[index].severity == .failure {
                findings[index].cause = .useBlocked
            }
        } else {
            found.severity = .warning
        }
        findings.append(found)
        findings += suspects.dropFirst().prefix(4).map { finding(use, $0, .info, machine) }
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
                UseBlocked.evidence(of: use, machine) + evidence("used", used) + evidence("asked", asked)
                    + evidence("not there", missing),
                about: use.subjects
            ),
            of: NotExplained.page
        )
    }

    private static func evidence(of use: UseTrace, _ machine: Machine) -> [Evidence] {
        let unset = machine.unsetVariables(of: use)
        return [Evidence("end", use.endWords)] + use.lastWords.map { Evidence("said", "\(private: $0, .other)") }
            + (unset.isEmpty ? [] : [Evidence("variables not set", "\(unset.joined(separator: ", "))")])
    }
}

extension Finding {
    /// Whether its sentence or its evidence has a path or address among the values that were read.
    func mentions(_ path: String) -> Bool {
        (summary.values + evidence.flatMap(\.values)).contains { $0.contains(path) }
    }
}

extension Evidence {
    /// What was read, in its name as well.
    fileprivate var values: [ForeignText] { name.values + value.values }
}
