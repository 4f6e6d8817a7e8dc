internal import Cryptoki
internal import TokenKit

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
        let isSelected = selected(by: selection, on: machine)
        var results = Results()
        run(on: machine, selection, where: isSelected, &results, progress)
        demoteUnneeded(&results.findings, on: machine)
        if selection.only.isEmpty {
            judgeUse(on: machine, selection, &results, progress)
            findUnexplained(on: machine, selection, &results, progress)
        }
        let isEmpty = selection.only.isEmpty && machine.hasNothingToExamine(beside: results.findings)
        if isEmpty {
            for index in results.findings.indices where results.findings[index].severity == .failure {
                results.findings[index].severity = .info
            }
        }
        combine(&results.findings, on: machine)
        link(&results.findings)
        let chosen = Set(checks.map { $0.page }.filter(isSelected).map(\.id))
        let shown = chosen.union([.useBlocked, .notExplained]).union(results.reasons)
        finish(&results, showing: shown, on: machine)
        return Report(
            entries: results.entries,
            findings: results.findings,
            distribution: machine.distribution,
            duration: ContinuousClock.now - start,
            privateValues: machine.privateValues,
            commandRefusal: results.commandRefusal,
            hasNothingToExamine: isEmpty,
            isUnanswered: !selection.only.isEmpty
                && results.entries.allSatisfy { !selection.only.contains($0.page.id) || $0.isSkipped }
        )
    }

    /// What an examination has come to so far.
    private struct Results {
        var entries: [Report.Entry] = []
        var findings: [Finding] = []
        /// The checks that were not asked for and found why one that was steps aside.
        var reasons: Set<CheckID> = []
        var commandRefusal: ReportText?
    }

    /// Runs the checks, and enters those that were selected.
    private func run(
        on machine: Machine,
        _ selection: Selection,
        where isSelected: (CheckPage) -> Bool,
        _ results: inout Results,
        _ progress: (CheckPage) -> Void
    ) {
        for check in checks {
            let page = check.page
            // Also of a check that was not asked for: work before the first check is put down to the first of all.
            if let end = selection.cutOff[page.id] {
                results.entries.append(Report.Entry(page: page, cutOffBy: end))
                continue
            }
            // What was not asked for runs all the same: what is found elsewhere decides how bad a thing is, and why.
            progress(page)
            let began = ContinuousClock.now
            if let missing = page.needs.first(where: { !machine.has($0) }) {
                if isSelected(page) {
                    results.entries.append(Report.Entry(page: page, result: .skipped(missing, because: nil)))
                }
                continue
            }
            let outcome = check.run(on: machine)
            if case .found(let sightings) = outcome {
                results.findings += sightings.map { Finding($0, of: page, reader: machine.reader(ofTokenIn: $0)) }
            }
            var entry = Report.Entry(page: page, result: .done(outcome))
            entry.duration = ContinuousClock.now - began
            if isSelected(page) {
                results.entries.append(entry)
            } else if case .found(let sightings) = outcome, !selection.skipped.contains(page.id),
                explains(page, selection) || isAboutModules(selection) && machine.hasNamedModule(in: sightings)
            {
                results.entries.append(entry)
                results.reasons.insert(page.id)
            }
        }
    }

    /// Whether a check that was asked for leaves it to another one to say why.
    private func explains(_ page: CheckPage, _ selection: Selection) -> Bool {
        checks.contains { selection.only.contains($0.page.id) && $0.page.causes.contains(page.id) }
    }

    /// Whether a check that was asked for needs a module that works; those of readers and cards do not.
    private func isAboutModules(_ selection: Selection) -> Bool {
        checks.contains { selection.only.contains($0.page.id) && (.module ... .application).contains($0.page.layer) }
    }

    /// Leaves of findings about one card that several modules show those of one module.
    private func combine(_ findings: inout [Finding], on machine: Machine) {
        var modules: [String: String] = [:]
        for token in machine.hasReportedTokens ? machine.tokens : [] where machine.isCard(token) {
            let isOwn = Machine.name(of: token.module) == ModuleRegistry.providerFileName
            if isOwn || modules[token.reader] == nil { modules[token.reader] = token.module }
        }
        let all = findings
        findings.removeAll { finding in
            guard finding.layer == .objects || finding.layer == .token else { return false }
            let named = finding.subjects.compactMap { subject -> Bool? in
                guard case .token(let module, let slot) = subject,
                    let token = machine.tokens.first(where: { $0.module == module && $0.slot.id.rawValue == slot }),
                    let chosen = modules[token.reader]
                else { return nil }
                return chosen == module
                    || !all.contains { $0.id == finding.id && $0.isAbout(module: chosen) }
            }
            return named.contains(false)
        }
    }

    /// Runs the command that was asked about, and judges what stopped it.
    private func judgeUse(
        on machine: Machine,
        _ selection: Selection,
        _ results: inout Results,
        _ progress: (CheckPage) -> Void
    ) {
        if let end = selection.cutOff[.useBlocked] {
            results.entries.append(Report.Entry(page: UseBlocked.page, cutOffBy: end))
            return
        }
        progress(UseBlocked.page)
        results.commandRefusal = machine.commandRefusal
        if let finding = UseBlocked.loweredCounter(on: machine) { results.findings.append(finding) }
        if let reason = reasonNotToObserve(results.commandRefusal, on: machine) {
            results.entries.append(Report.Entry(page: UseBlocked.page, result: .done(.unknown(reason))))
        }
        UseBlocked.judge(&results.findings, on: machine)
    }

    /// Why nothing is known of what the command does; nil if something is, or if there is no command.
    private func reasonNotToObserve(_ refusal: ReportText?, on machine: Machine) -> ReportText? {
        if let refusal { return "the command was not run: \(refusal)" }
        guard !machine.command.isEmpty, machine.commandTrace == nil else { return nil }
        return machine.worksUnobserved
            ? "programs can't be observed here; the command works"
            : "programs can't be observed here; the command does not work or can't be started"
    }

    /// Adds what goes wrong and no finding is about.
    private func findUnexplained(
        on machine: Machine,
        _ selection: Selection,
        _ results: inout Results,
        _ progress: (CheckPage) -> Void
    ) {
        if let end = selection.cutOff[.notExplained] {
            results.entries.append(Report.Entry(page: NotExplained.page, cutOffBy: end))
            return
        }
        progress(NotExplained.page)
        // What ended in the middle of the command does not run it again.
        let works = selection.cutOff[.useBlocked] == nil && machine.commandWorks
        results.findings += NotExplained.findings(on: machine, beside: results.findings).map { finding in
            var finding = finding
            if works { finding.severity = min(finding.severity, .warning) }
            return finding
        }
    }

    /// Leaves the findings that are shown, the worst root first, with remedies for this machine, and names why checks
    /// were skipped.
    private func finish(_ results: inout Results, showing shown: Set<CheckID>, on machine: Machine) {
        for index in results.findings.indices {
            results.findings[index].remedies = machine.applicable(results.findings[index].remedies)
        }
        results.findings.removeAll { !shown.contains($0.id) }
        results.findings.sort { left, right in
            left.severity != right.severity
                ? left.severity > right.severity
                : left.followsFrom == nil && right.followsFrom != nil
                    || (left.followsFrom == nil) == (right.followsFrom == nil) && left.layer < right.layer
        }
        for index in results.entries.indices {
            guard case .skipped(let capability, _) = results.entries[index].result else { continue }
            let cause = results.findings.first { $0.layer <= capability.layer && $0.followsFrom == nil }
            results.entries[index].result = .skipped(capability, because: cause?.id)
        }
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
        let hasOwnCause = findings.contains { $0.severity == .failure && $0.isWithoutCards }
        guard !machine.isAskedAboutCards, !machine.needsCards || !machine.hasCardEvidence && hasOwnCause else { return }
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

extension Finding {
    /// Whether it is about a token of a module.
    fileprivate func isAbout(module: String) -> Bool {
        subjects.contains { if case .token(module, _) = $0 { true } else { false } }
    }
}

extension CheckID: Comparable {
    /// Whether one name comes before another.
    public static func < (left: CheckID, right: CheckID) -> Bool { left.rawValue < right.rawValue }
}
