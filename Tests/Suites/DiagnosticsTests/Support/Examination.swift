import JetonDiagnostics

/// An examination of a fixture by all checks.
func examine(_ probe: FixtureProbe, only: Set<CheckID> = [], applications: Set<Application> = []) -> Report {
    var selection = Doctor.Selection()
    selection.only = only
    return Doctor().examine(Machine(probe, applications: applications), selection)
}

extension Report {
    /// The ids of the failures, the root cause first.
    var failures: [CheckID] { findings.filter { $0.severity == .failure }.map(\.id) }

    /// The ids of the failures that follow from nothing.
    var roots: [CheckID] { findings.filter { $0.severity == .failure && $0.followsFrom == nil }.map(\.id) }
}
