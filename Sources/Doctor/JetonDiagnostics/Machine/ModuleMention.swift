internal import JetonOctets
internal import TokenKit

/// A place that names a module to be loaded.
struct ModuleMention {
    /// The module's path.
    let path: String
    /// The file and line, the variable, or the option that names it.
    let place: String
    /// Whether p11-kit loads nothing without it.
    var isCritical = false
    /// The application that would load it; nil for Jeton and all that goes through p11-kit.
    var application: Application?
    /// Whether it was named for this run.
    var isNamedForThisRun = false
    /// The line that limits it to some hosts; nil if it counts for all.
    var scope: String?

    /// Where it is named.
    var evidence: [Evidence] {
        [Evidence("named by", "\(place)")] + (scope.map { [Evidence("only for the hosts of", "\($0)")] } ?? [])
    }
}

extension Machine {
    private static let moduleMentions = Fact<[ModuleMention]>()

    /// All places that name a module: p11-kit's files, variables and options, and applications' own configurations.
    var moduleMentions: [ModuleMention] {
        remember(Self.moduleMentions) {
            let registry = probe.registry()
            let registered = (registry.modules + registry.leftOut).compactMap { module -> ModuleMention? in
                switch module.reason {
                case .switchedOff, .remote, .disabledIn: return nil
                default: break
                }
                guard !module.path.isEmpty else { return nil }
                return ModuleMention(
                    path: module.path,
                    place: module.source.description,
                    isCritical: module.isCritical,
                    isNamedForThisRun: module.source == .argument
                )
            }
            return registered + nssMentions + openSSLMentions + sshMentions + javaMentions + openVPNMentions
        }
    }

    /// The mentions whose file is of a kind, each path once, with what kind it is.
    func mentions<Fact>(_ fact: (ModuleFile) -> Fact?) -> [(mention: ModuleMention, fact: Fact)] {
        var seen: Set<String> = []
        return moduleMentions.compactMap { mention in
            // What started needs no second look.
            let hasStarted = surveys.contains { $0.path == mention.path }
            guard !hasStarted, let fact = fact(file(ofModule: mention.path)) else { return nil }
            return seen.insert(mention.path).inserted ? (mention, fact) : nil
        }
    }

    /// Whether a failure is about a module that was named for this run; each check of it then has this answer.
    func hasNamedModule(in sightings: [Sighting]) -> Bool {
        let named = moduleMentions.filter(\.isNamedForThisRun).map(\.path)
        return sightings.contains { sighting in
            sighting.severity == .failure
                && sighting.subjects.contains { if case .module(let path) = $0 { named.contains(path) } else { false } }
        }
    }

    /// How bad a fault of a module's file is for the program that names it.
    func severity(of mention: ModuleMention) -> Severity {
        if mention.isNamedForThisRun || mention.isCritical { return .failure }
        // Which host is meant is not known.
        if mention.scope != nil { return .warning }
        if let application = mention.application { return severity(for: application) }
        return hasUsableToken ? .warning : .failure
    }

    /// Sightings for mentions whose file is of a kind.
    func sightings<Fact>(
        _ fact: (ModuleFile) -> Fact?,
        _ make: (String, Fact) -> (ReportText, Evidence)
    ) -> CheckOutcome {
        .foundOrPassed(
            mentions(fact).map { mention, fact in
                let (summary, evidence) = make(mention.path, fact)
                return Sighting(
                    summary,
                    [evidence] + mention.evidence,
                    severity: severity(of: mention),
                    about: [.module(mention.path)]
                )
            }
        )
    }

    /// The modules that did not start, with what they left.
    var failedModules: [(path: String, failure: SurveyFailure)] {
        modules.compactMap { entry in
            if case .failure(let failure) = entry.outcome { (entry.path, failure) } else { nil }
        }
    }

    /// The modules whose file has one of some names, that did not start.
    func failedModules(named parts: String...) -> [(path: String, failure: SurveyFailure)] {
        failedModules.filter { module in parts.contains { module.path.contains($0) } }
    }

    /// The user's home directory; nil without one.
    var home: String? { probe.variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
