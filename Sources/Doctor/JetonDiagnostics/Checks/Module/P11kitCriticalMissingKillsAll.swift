internal import TokenKit

/// A module marked critical does not work, so p11-kit loads none.
enum P11kitCriticalMissingKillsAll: Check {
    static let page = CheckPage(
        id: "p11kit-critical-missing-kills-all",
        layer: .module,
        title: "a module marked critical does not work, so p11-kit loads none",
        symptom: "p11tool: \"PKCS #11 initialization error\"; browsers and GnuTLS lose every token.",
        cause: "`critical: yes` is set in the p11-kit file of a module that is no longer installed or does not start.",
        detection: "A module with `critical: yes` is missing, or did not start in its child process.",
        remedies: [Remedy("correct the path, or remove `critical: yes`", needs: .root)],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let registry = machine.probe.registry()
        let critical = (registry.modules + registry.leftOut).filter { module in
            guard module.isCritical else { return false }
            if module.reason == .missing { return true }
            if case .remote(let command) = module.reason { return machine.missingProgram(of: command) != nil }
            return module.reason == nil && machine.failedModules.contains { $0.path == module.path }
        }
        return .foundOrPassed(
            critical.map { module in
                if case .remote(let command) = module.reason, let program = machine.missingProgram(of: command) {
                    return Sighting(
                        "p11-kit loads no module, because \(program) is missing and marked critical",
                        [
                            Evidence("named by", "\(module.source.description)"),
                            Evidence("\(program)", "not installed"),
                        ],
                        remedies: [
                            Remedy("correct the command in \(module.source.description), or remove `critical: yes`")
                        ]
                    )
                }
                let failure = machine.failedModules.first { $0.path == module.path }?.failure.description
                return Sighting(
                    "p11-kit loads no module, because \(module.path) is marked critical and does not work",
                    [
                        Evidence("named by", "\(module.source.description)"),
                        failure.map { Evidence("\(module.path)", "\($0)") } ?? machine.absence(of: module.path),
                    ],
                    about: [.module(module.path)]
                )
            }
        )
    }
}

extension Machine {
    /// The program of p11-kit's setting `remote: |COMMAND` that does not exist; nil if it does, or this is an address.
    func missingProgram(of remote: String) -> String? {
        guard remote.hasPrefix("|"), let word = remote.dropFirst().split(separator: " ").first else { return nil }
        let name = String(word)
        let directories = (probe.variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let candidates = name.hasPrefix("/") ? [name] : directories.map { "\($0)/\(name)" }
        return candidates.contains(where: exists) ? nil : name
    }
}
