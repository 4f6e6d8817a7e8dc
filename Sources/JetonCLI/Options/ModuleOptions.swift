internal import ArgumentParser
internal import TokenKit

/// Which modules are used.
struct ModuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use just this PKCS #11 module; may be repeated.",
            discussion: "Without it: p11-kit's module files, JETON_MODULES and the well-known paths.",
            valueName: "path"
        ),
        completion: .file(extensions: ["so"])
    )
    var module: [String] = []

    /// The modules of this run.
    func registry() -> ModuleRegistry { ModuleRegistry(in: Process.moduleEnvironment, only: module) }

    /// The modules to be surveyed.
    func requests() -> [ModuleSurveyor.Request] {
        let registry = registry()
        let missing = registry.leftOut.filter { $0.source == .argument && $0.reason == .missing }
        return (registry.modules + missing).map { module in
            ModuleSurveyor.Request(path: module.path, initializationString: module.configuration?.initReserved)
        }
    }

    /// A surveyor with this run's deadline.
    func surveyor() throws(CommandError) -> ModuleSurveyor {
        let deadline = Process.variable("JETON_MODULE_DEADLINE") == nil ? 10_000 : try Process.deadlines().machine
        return ModuleSurveyor(deadlineMilliseconds: deadline, helper: Process.executable)
    }
}
