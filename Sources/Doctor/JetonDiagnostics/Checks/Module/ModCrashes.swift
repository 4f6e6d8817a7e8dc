internal import Cryptoki
internal import TokenKit

/// A module ends the process that loads it.
enum ModCrashes: Check {
    static let page = CheckPage(
        id: "mod-crashes",
        layer: .module,
        title: "a module crashes or terminates the process that loads it",
        symptom: "The browser or the login crashes; pkcs11-tool exits with 139.",
        cause: "Two versions of OpenSSL in one process, an empty function list, or a bug in the vendor's module.",
        detection:
            "Each module is loaded and called in its own child process, whose end shows the signal and the function.",
        causes: ["env-library-path"],
        remedies: [
            Remedy("get the vendor's current version of the module"),
            Remedy(
                """
                hide the module from programs: put `disable-in` in its p11-kit module file, or remove the module \
                from pkcs11.txt
                """
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.failedModules.compactMap { path, failure in
                switch failure {
                case .ended(.crashedInModule), .ended(.crashed), .ended(.exitedInModule): break
                case .notLoaded(let error) where error.code == .badFunctionList: break
                default: return nil
                }
                return Sighting(
                    "the module \(path) terminates the program that loads it",
                    [Evidence("end of the child", "\(failure.description)")],
                    severity: machine.severityOfBrokenModule,
                    about: [.module(path)]
                )
            }
        )
    }
}

extension Machine {
    /// How bad it is that a module does not work: a failure if no token works without it.
    var severityOfBrokenModule: Severity {
        hasUsableToken && !probe.registry().modules.contains { $0.source == .argument } ? .warning : .failure
    }
}
