internal import JetonFiles
internal import SigningDesk
internal import TokenKit

/// Which modules a run uses.
struct ModuleChoice {
    /// The modules named for this run; none means all that are installed.
    var paths: [String] = []

    /// The modules of this run.
    func registry() -> ModuleRegistry {
        let environment = Process.moduleEnvironment
        guard paths.contains(where: { !$0.contains("/") }) else {
            return ModuleRegistry(in: environment, only: paths)
        }
        // A name of `modules list`; anything else is a file's, as a path is.
        let installed = ModuleRegistry(in: environment)
        let known = installed.modules + installed.leftOut
        return ModuleRegistry(
            in: environment,
            only: paths.map { path in path.contains("/") ? path : known.first { $0.name == path }?.path ?? path }
        )
    }

    /// The modules to be surveyed; warns of those that other users can change.
    ///
    /// - Throws: ``CommandError`` with exit code 5 if this is root, and others can change a module that was named for
    ///   this run: its code would be theirs.
    func requests() throws(CommandError) -> [ModuleSurveyor.Request] {
        let registry = registry()
        for module in registry.leftOut where module.source == .argument {
            guard case .openToOthers(let why) = module.reason else { continue }
            throw CommandError(
                "module \(module.path) is not loaded as root: \(why)",
                hints: ["root loads only modules that root alone can change; run jeton as the owner of the module"],
                exitCode: .refused
            )
        }
        for path in registry.surveyRequests.map(\.path) where !path.contains("/") && !FileSource.exists(path) {
            throw .notFound(
                "there is no module or file '\(path)'",
                hints: ["`jeton modules list` shows the modules that are installed"]
            )
        }
        for problem in registry.problems where problem.code == .openToOthers {
            Console.note("warning: \(problem)")
            Console.note("hint: `jeton modules list` shows the modules in use")
        }
        return registry.surveyRequests
    }

    /// Finds tokens of these modules.
    func finder() throws(CommandError) -> TokenFinder {
        TokenFinder(modules: try requests(), surveyor: try surveyor())
    }

    /// A surveyor with this run's deadline.
    func surveyor() throws(CommandError) -> ModuleSurveyor {
        let deadline = Process.variable("JETON_MODULE_DEADLINE") == nil ? 10_000 : try Process.deadlines().machine
        return ModuleSurveyor(deadlineMilliseconds: deadline, helper: Process.executable)
    }
}
