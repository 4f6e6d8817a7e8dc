internal import TokenKit

/// Which modules a run uses.
struct ModuleChoice {
    /// The modules named for this run; none means all that are installed.
    var paths: [String] = []

    /// The modules of this run.
    func registry() -> ModuleRegistry { ModuleRegistry(in: Process.moduleEnvironment, only: paths) }

    /// The modules to be surveyed.
    func requests() -> [ModuleSurveyor.Request] { registry().surveyRequests }

    /// A surveyor with this run's deadline.
    func surveyor() throws(CommandError) -> ModuleSurveyor {
        let deadline = Process.variable("JETON_MODULE_DEADLINE") == nil ? 10_000 : try Process.deadlines().machine
        return ModuleSurveyor(
            deadlineMilliseconds: deadline,
            helper: Process.executable,
            earlierEnd: Process.variable(ModuleSurveyor.endVariable)
        )
    }
}
