/// Runs checks on a machine and finds the one root cause.
///
/// Lower layers come first. A check whose ``CheckPage/needs`` are not there is skipped. Of the failures found, the one
/// in the lowest layer that follows from no other is the root cause.
public struct Doctor {
    /// Which checks run.
    public struct Selection: Sendable {
        /// Only these, if there are any; and what can be the reason if one of them has nothing to look at.
        public var only: Set<CheckID> = []
        /// Not these.
        public var skipped: Set<CheckID> = []
        /// Not these, as an earlier examination ended in the middle of them; with how that was.
        public var cutOff: [CheckID: String] = [:]

        /// Selects all checks.
        public init() {}
    }

    private let checks: [any Check.Type]

    /// Makes a doctor with checks; all that there are unless given.
    public init(checks: [any Check.Type] = Catalogue.checks) {
        self.checks = checks.enumerated().sorted { left, right in
            let layers = (left.element.page.layer, right.element.page.layer)
            return layers.0 != layers.1 ? layers.0 < layers.1 : left.offset < right.offset
        }.map(\.element)
    }

    /// The names of all steps of an examination in their order: the checks, and what comes after them.
    public var steps: [CheckID] { checks.map { $0.page.id } + [.useBlocked, .notExplained] }

    /// Looks at a machine; blocks until all checks are done.
    ///
    /// - Parameters:
    ///   - machine: What is looked at.
    ///   - selection: Which checks run.
    ///   - progress: Told the page of each step before it runs.
    /// - Returns: What was found, the root cause first.
    public func examine(
        _ machine: Machine,
        _ selection: Selection = Selection(),
        progress: (CheckPage) -> Void = { _ in }
    ) -> Report {
        let start = ContinuousClock.now
        var entries: [Report.Entry] = []
        var findings: [Finding] = []
        let isSelected = selected(by: selection, on: machine)
        for check in checks {
            let page = check.page
            // Also of a check that was not asked for: work before the first check is put down to the first of all.
            if let end = selection.cutOff[page.id] {
                entries.append(Report.Entry(page: page, cutOffBy: end))
                continue
            }
            // What was not asked for runs all the same: what is found elsewhere decides how bad a thing is, and why.
            progress(page)
            let began = ContinuousClock.now
            if let missing = page.needs.first(where: { !machine.has($0) }) {
                if isSelected(page) {
                    entries.append(Report.Entry(page: page, result: .skipped(missing, because: nil)))
                }
                continue
            }
            let outcome = check.run(on: machine)
            if case .found(let sightings) = outcome {
                findings += sightings.map { Finding($0, of: page, reader: machine.reader(ofTokenIn: $0)) }
            }
            var entry = Report.Entry(page: page, result: .done(outcome))
            entry.duration = ContinuousClock.now - began
            if isSelected(page) { entries.append(entry) }
        }
        demoteUnneeded(&findings, on: machine)
        if selection.only.isEmpty {
            if let end = selection.cutOff[.useBlocked] {
                entries.append(Report.Entry(page: UseBlocked.page, cutOffBy: end))
            } else {
                progress(UseBlocked.page)
                if !machine.command.isEmpty, machine.commandTrace == nil {
                    let reason: ReportText =
                        machine.worksUnobserved
                        ? "programs can't be observed here; the command works"
                        : "programs can't be observed here; the command does not work or can't be started"
                    entries.append(Report.Entry(page: UseBlocked.page, result: .done(.unknown(reason))))
                }
                UseBlocked.judge(&findings, on: machine)
            }
            if let end = selection.cutOff[.notExplained] {
                entries.append(Report.Entry(page: NotExplained.page, cutOffBy: end))
            } else {
                progress(NotExplained.page)
                let works = machine.commandWorks
                findings += NotExplained.findings(on: machine, beside: findings).map { finding in
                    var finding = finding
                    if works { finding.severity = min(finding.severity, .warning) }
                    return finding
                }
            }
        }
        link(&findings)
        for index in findings.indices { findings[index].remedies = machine.applicable(findings[index].remedies) }
        let shown = Set(checks.map { $0.page }.filter(isSelected).map(\.id) + [.useBlocked, .notExplained])
        findings.removeAll { !shown.contains($0.id) }
        findings.sort { left, right in
            left.severity != right.severity
                ? left.severity > right.severity
                : left.followsFrom == nil && right.followsFrom != nil
                    || (left.followsFrom == nil) == (right.followsFrom == nil) && left.layer < right.layer
        }
        for index in entries.indices {
            guard case .skipped(let capability, _) = entries[index].result else { continue }
            let cause = findings.first { $0.layer <= capability.layer && $0.followsFrom == nil }
            entries[index].result = .skipped(capability, because: cause?.id)
        }
        return Report(
            entries: entries,
            findings: findings,
            distribution: machine.distribution,
            duration: ContinuousClock.now - start,
            privateValues: machine.privateValues
        )
    }

    /// Which checks run: those that were asked for, and where these lack something they need, what can be the reason.
    private func selected(by selection: Selection, on machine: Machine) -> (CheckPage) -> Bool {
        let wanted = checks.map { $0.page }.filter { selection.only.contains($0.id) }
        let missing = Set(wanted.flatMap(\.needs)).filter { !machine.has($0) }
        let highest = missing.map(\.layer).max()
        return { page in
            guard !selection.skipped.contains(page.id) else { return false }
            return selection.only.isEmpty || selection.only.contains(page.id)
                || highest.map { page.layer <= $0 } ?? false
        }
    }

    /// Where tokens work without card hardware, the path to cards is not needed.
    ///
    /// So it is where one that needs no card is broken, as nothing points to a card then.
    private func demoteUnneeded(_ findings: inout [Finding], on machine: Machine) {
        guard findings.contains(where: { $0.layer.isOnTheWayToCards && $0.severity > .info }) else { return }
        guard !machine.needsCards || !machine.hasCardEvidence && findings.contains(where: isOwnCause) else { return }
        for index in findings.indices where findings[index].layer.isOnTheWayToCards {
            let isPluggedIn = findings[index].subjects.contains { if case .device = $0 { true } else { false } }
            if !isPluggedIn { findings[index].severity = .info }
        }
    }

    /// Whether a finding is a failure that no card, reader or service has to do with.
    private func isOwnCause(_ finding: Finding) -> Bool {
        guard finding.severity == .failure, finding.layer == .module || finding.layer == .token else { return false }
        return Doctor.causesWithoutCards.contains(finding.id)
    }

    /// Failures of tokens in software and of the way to all modules.
    private static let causesWithoutCards: Set<CheckID> = [
        "p11kit-syntax-kills-all", "p11kit-critical-missing-kills-all", "softhsm-conf-unreadable",
        "softhsm-conf-wrong", "softhsm-tokendir", "store-damaged", "tpm2-device", "tpm2-store", "tpm2-fapi",
        "ock-config", "ock-slotd-down", "ock-group", "token-tpm-lockout",
    ]

    /// Marks each finding that follows from another one.
    private func link(_ findings: inout [Finding]) {
        let failures = Set(findings.filter { $0.severity == .failure }.map(\.id))
        let causes = Dictionary(
            checks.map { ($0.page.id, $0.page.causes) },
            uniquingKeysWith: { first, _ in first }
        )
        for index in findings.indices {
            let candidates = (causes[findings[index].id] ?? []) + findings[index].causes
            findings[index].followsFrom = candidates.first { failures.contains($0) }
            if let cause = findings[index].cause { findings[index].followsFrom = cause }
        }
        // Two that name each other would leave no root.
        for index in findings.indices {
            guard let cause = findings[index].followsFrom else { continue }
            if causes[cause]?.contains(findings[index].id) == true, findings[index].id < cause {
                findings[index].followsFrom = nil
            }
        }
    }
}

extension CheckID: Comparable {
    /// Whether one name comes before another.
    public static func < (left: CheckID, right: CheckID) -> Bool { left.rawValue < right.rawValue }
}
