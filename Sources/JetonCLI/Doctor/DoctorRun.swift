internal import Diagnostics
internal import TokenKit

/// What one run of the doctor looks at, and how.
struct DoctorRun {
    let selection: Doctor.Selection
    let applications: Set<Application>
    let modules: ModuleChoice

    /// Looks at the machine as it is now.
    func examine() throws(CommandError) -> Report {
        var settings = SystemProbe.Settings(variables: Process.variables, modules: Process.moduleEnvironment)
        settings.modulePaths = modules.paths
        settings.helper = Process.executable
        settings.keystoreDirectory = Process.dataDirectory.map { "\($0)/keystore" }
        settings.keystoreWitnessDirectory = Process.witnessDirectory
        settings.pairingDirectory = Process.dataDirectory.map { "\($0)/pairings" }
        if Process.variable("JETON_MODULE_DEADLINE") != nil {
            settings.deadlineMilliseconds = try Process.deadlines().machine
        }
        let probe = SystemProbe(settings)
        probe.begin()
        var progress = Progress()
        defer { progress.finish() }
        var current = ""
        probe.whileWaiting = { progress.show("still looking at \(current)") }
        return Doctor().examine(Machine(probe, applications: applications), selection) { page in
            current = "\(page.layer.title): \(page.id)"
            progress.show("looking at \(current)")
        }
    }
}
