internal import JetonOctets
internal import TokenKit

/// A thing that may be why a use fails: the trace, its own words or a check shows it.
///
/// One scale for all: how much of the observed failure the thing explains.
struct Candidate {
    /// Who observed it.
    enum Source {
        /// The trace: a file, a socket, a limit or a setting.
        case suspect(Suspect)
        /// The program itself.
        case said(SaidFault)
        /// A check, by the index of its finding.
        case finding(Int)
    }

    /// How much a thing explains; what stands first explains more.
    enum Explanation: Int, Comparable {
        /// Nothing better is known: a check found it, and the use never touched it.
        case leftOver
        /// The program's words say which part fails, not why.
        case part
        /// It is wrong on the way of the use, and much works with it.
        case flaw
        /// It often follows from something else.
        case consequence
        /// It is missing, or a setting is unknown: many programs work all the same.
        case absence
        /// What the use asks for is not there.
        case need
        /// It did not answer, or a check fails on the way of the use and is only likely.
        case silence
        /// A check has proof of a failure on the way of the use.
        case failure
        /// The system refused it, or its content is damaged.
        case refusal
        /// The same, and the program's words name it.
        case namedRefusal
        /// The program never ended, and waits for it.
        case wait
        /// The program says why.
        case reason
        /// What the program says is why, and the trace shows of what it follows.
        case reasonOfReason

        static func < (left: Explanation, right: Explanation) -> Bool { left.rawValue < right.rawValue }
    }

    let source: Source
    let explanation: Explanation
    /// Among those that explain as much, the higher one is named first.
    var order = 0
}

extension Machine {
    /// What may be why a use fails, the best explanation first.
    ///
    /// - Parameters:
    ///   - use: The use.
    ///   - findings: What checks found.
    ///   - isOnTheWay: Whether the use touched what a finding is about.
    /// - Returns: The candidates.
    func candidates(of use: UseTrace, beside findings: [Finding], isOnTheWay: (Finding) -> Bool) -> [Candidate] {
        let said = saidFaults(of: use)
        let reason = said.first { $0.phrase.standing == .cause }
        var found: [Candidate] = []
        let suspects = suspects(of: use).filter { $0.weight > .odd }
        for (index, suspect) in suspects.enumerated() {
            let explanation = explanation(of: suspect, use, said, reason)
            found.append(Candidate(source: .suspect(suspect), explanation: explanation, order: -index))
        }
        for (index, fault) in said.enumerated() {
            let explanation: Candidate.Explanation = fault.phrase.standing == .cause ? .reason : .part
            found.append(Candidate(source: .said(fault), explanation: explanation, order: -index))
        }
        for (index, finding) in findings.enumerated() {
            guard let explanation = explanation(of: finding, isOnTheWay(finding), use, said) else { continue }
            found.append(
                Candidate(
                    source: .finding(index),
                    explanation: explanation,
                    order: -finding.layer.rawValue * 1000 - index
                )
            )
        }
        return found.enumerated().sorted { left, right in
            if left.element.explanation != right.element.explanation {
                return left.element.explanation > right.element.explanation
            }
            return left.element.order != right.element.order
                ? left.element.order > right.element.order : left.offset < right.offset
        }.map(\.element)
    }

    private func explanation(
        of suspect: Suspect,
        _ use: UseTrace,
        _ said: [SaidFault],
        _ reason: SaidFault?
    ) -> Candidate.Explanation {
        // A token that is not there is looked for in the wrong place, however little else speaks for that.
        if let reason, suspect.isProven || reason.phrase.field == .object, suspect.explains(reason) {
            return .reasonOfReason
        }
        switch suspect.weight {
        case .odd, .absent, .unknownSetting: return .absence
        case .silent: return use.trace.end == .hung ? .wait : .silence
        case .missing, .damaged, .refused:
            let isNamed = said.contains { $0.paths.contains(suspect.path) }
            return isNamed ? .namedRefusal : .refusal
        }
    }

    private func explanation(
        of finding: Finding,
        _ isOnTheWay: Bool,
        _ use: UseTrace,
        _ said: [SaidFault]
    ) -> Candidate.Explanation? {
        if usesService(use), finding.id == "card-absent" { return .need }
        if missesService(use), finding.subjects.contains(.service) { return .need }
        guard finding.severity > .info else { return nil }
        let isPointedAt = said.contains { finding.isAbout($0.phrase.field) }
        if let reason = said.first(where: { $0.phrase.standing == .cause }), finding.severity == .failure, isOnTheWay,
            finding.isProofOf(reason)
        {
            return .reasonOfReason
        }
        if finding.severity == .failure {
            if UseBlocked.consequences.contains(finding.id) { return isOnTheWay ? .consequence : nil }
            // What leads to cards is nothing to a program that asks for none.
            if !isOnTheWay { return isPointedAt ? .flaw : finding.layer.isOnTheWayToCards ? nil : .leftOver }
            return finding.confidence == .proven ? .failure : .silence
        }
        return isOnTheWay && finding.layer <= .module ? .flaw : nil
    }
}

extension Suspect {
    /// Whether what a program says follows from this.
    fileprivate func explains(_ said: SaidFault) -> Bool {
        if said.paths.contains(path)
            || evidence.contains(where: { $0.value.values.contains { $0.contains(said.line) } })
        {
            return true
        }
        switch said.phrase.field {
        case .linker: return path.contains(".so")
        // What can't be read of a store, or of what names it, is not on the token.
        case .secret, .ability: return weight >= .damaged
        case .object, .card, .module, .shortage: return true
        case .setting: return ConfigurationFormat.of(path) != nil || path.contains(".so")
        case .helper: return true
        case .name: return ["/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf"].contains { path.hasPrefix($0) }
        // The address alone says no more than the program.
        case .connection: return path.hasPrefix("/")
        case .certificate: return false
        }
    }
}

extension Finding {
    /// Whether it is about what a program's words are about.
    fileprivate func isAbout(_ field: ProgramPhrase.Field) -> Bool {
        switch field {
        case .linker, .module: layer == .module
        case .secret: layer == .token
        case .object: layer == .token || layer == .objects || layer == .module
        case .ability: layer == .objects || layer == .token
        case .card: layer.isOnTheWayToCards
        case .setting, .helper: layer == .application
        case .name, .connection, .certificate: layer == .network || id == "env-clock-skew"
        case .shortage: layer == .environment
        }
    }

    /// Whether what a program says follows from this: it is what keeps the token, or what is on it, from being seen.
    fileprivate func isProofOf(_ said: SaidFault) -> Bool {
        switch said.phrase.field {
        case .certificate: id == "env-clock-skew" || layer == .objects
        case .object, .module: layer <= .module
        case .secret: layer == .module || id == "token-user-pin-locked"
        case .linker: layer == .module
        default: false
        }
    }
}
