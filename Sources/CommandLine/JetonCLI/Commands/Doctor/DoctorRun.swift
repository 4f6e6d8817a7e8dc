internal import JetonDiagnostics
internal import TokenKit
internal import UserFiles

/// What one run of the doctor looks at, and how.
struct DoctorRun {
    let selection: Doctor.Selection
    let applications: Set<Application>
    let modules: ModuleChoice
    /// A command that should work; empty without one.
    let command: [String]
    /// Whether the command may run once more without a question, although it could send a PIN.
    var runsAgain = false

    /// What connects to servers; nil if the network is not to be used.
    var network: NetworkSurveyor?

    /// Checks in whose midst an earlier run ended, with how that was.
    var cutOff: [CheckID: String] = [:]

    /// Looks at the machine as it is now.
    ///
    /// - Parameter reporter: Told at which of the doctor's steps this is, from 1 on; 0 at the end.
    /// - Returns: What the doctor found.
    /// - Throws: ``CommandError``.
    func examine(_ reporter: SteppedWork.Reporter) throws(CommandError) -> Report {
        try LeftProcesses.ending { () throws(CommandError) in try look(reporter) }
    }

    /// Whether what allowed a repair still holds, looked at again.
    func allows(_ fix: Fix) throws(CommandError) -> Bool { fix.isStillRight(on: Machine(try makeProbe())) }

    private func makeProbe() throws(CommandError) -> SystemProbe {
        var settings = SystemProbe.Settings(variables: Process.variables, modules: Process.moduleEnvironment)
        settings.modulePaths = modules.paths
        settings.helper = Process.executable
        settings.keystoreDirectory = Process.dataDirectory.map { "\($0)/keystore" }
        settings.keystoreWitnessDirectory = Process.directories.witness
        settings.pairingDirectory = Process.dataDirectory.map { "\($0)/pairings" }
        if Process.variable("JETON_MODULE_DEADLINE") != nil {
            settings.deadlineMilliseconds = try Process.deadlines().machine
        }
        if let network { settings.network = { network.survey($0) } }
        return SystemProbe(settings)
    }

    private func look(_ reporter: SteppedWork.Reporter) throws(CommandError) -> Report {
        let probe = try makeProbe()
        let doctor = Doctor()
        let steps = Dictionary(zip(doctor.steps, 1...), uniquingKeysWith: { first, _ in first })
        // What goes wrong before the first check is put down to it.
        var step: UInt16 = 1
        reporter.tell(step)
        defer { reporter.tell(0) }
        probe.begin()
        var progress = Progress()
        defer { progress.finish() }
        var current = ""
        probe.whileWaiting = {
            reporter.tell(step)
            progress.show("still looking at \(current)")
        }
        var selection = selection
        selection.cutOff = cutOff
        let machine = Machine(probe, applications: applications, command: command) { question in
            if runsAgain { return true }
            // A person may take any time.
            reporter.tell(0)
            defer { reporter.tell(step) }
            progress.finish()
            return Confirmation.isGiven(question)
        }
        return doctor.examine(machine, selection) { page in
            step = UInt16(clamping: steps[page.id] ?? 1)
            reporter.tell(step)
            current = "\(page.layer.title): \(page.id)"
            progress.show("looking at \(current)")
        }
    }
}
