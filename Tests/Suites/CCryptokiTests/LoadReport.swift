import TestRig

/// What loader-probe printed of one module: facts by name.
struct LoadReport {
    let facts: [String: String]
    let output: ChildProcess.Output

    /// Runs the probe in a process of its own.
    init(_ command: String, _ arguments: [String], environment: [String: String]? = nil) async throws {
        output = try await ChildProcess.run(
            [BuildProducts.path("loader-probe"), command] + arguments,
            environment: environment
        )
        var facts: [String: String] = [:]
        for line in output.text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            facts[String(words[0])] = words.count == 2 ? String(words[1]) : ""
        }
        self.facts = facts
    }

    /// Runs the probe with a fault module.
    init(_ command: String, _ module: FaultModule, _ arguments: [String] = []) async throws {
        self = try await LoadReport(command, [module.path] + arguments)
        // The copy goes with the last use of the module, which must not be before the probe has ended.
        withExtendedLifetime(module) {}
    }

    subscript(name: String) -> String? { facts[name] }

    /// Status of the load, as in `cck_load_status`.
    var status: UInt32? { self["status"].flatMap(UInt32.init) }
}
