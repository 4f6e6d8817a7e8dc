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
    public var steps: [CheckID] { checks.map { $0.page.id } + [.notExplained] }

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
            guard isSelected(page) else { continue }
            progress(page)
            let began = ContinuousClock.now
            if let missing = page.needs.first(where: { !machine.has($0) }) {
                entries.append(Report.Entry(page: page, result: .skipped(missing, because: nil)))
                continue
            }
            let outcome = check.run(on: machine)
            if case .found(let sightings) = outcome {
                findings += sightings.map { Finding($0, of: page, reader: machine.reader(ofTokenIn: $0)) }
            }
            var entry = Report.Entry(page: page, result: .done(outcome))
            entry.duration = ContinuousClock.now - began
            entries.append(entry)
        }
        if selection.only.isEmpty {
            if let end = selection.cutOff[.notExplained] {
                entries.append(Report.Entry(page: NotExplained.page, cutOffBy: end))
            } else {
                progress(NotExplained.page)
                demoteUnneeded(&findings, on: machine)
                findings += NotExplained.findings(on: machine, beside: findings)
            }
        }
        link(&findings)
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
    private func demoteUnneeded(_ findings: inout [Finding], on machine: Machine) {
        guard findings.contains(where: { $0.layer.isOnTheWayToCards && $0.severity > .info }), !machine.needsCards
        else { return }
        for index in findings.indices where findings[index].layer.isOnTheWayToCards {
            let isPluggedIn = findings[index].subjects.contains { if case .device = $0 { true } else { false } }
            if !isPluggedIn { findings[index].severity = .info }
        }
    }

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
