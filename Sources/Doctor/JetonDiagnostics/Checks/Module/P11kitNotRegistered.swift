internal import TokenKit

/// A module is installed, but p11-kit does not know it.
enum P11kitNotRegistered: Check {
    static let page = CheckPage(
        id: "p11kit-not-registered",
        layer: .module,
        title: "a module is installed, but p11-kit does not know it",
        symptom: "`pkcs11-tool --module` works; Firefox, p11tool, GnuTLS and openconnect show nothing.",
        cause: "The package contains no p11-kit file, as is the case with ykcs11 and most vendors' packages.",
        detection: "A module in the doctor's built-in table is installed, and no p11-kit file names it.",
        remedies: [
            Remedy(
                "register the module",
                commands: [
                    "mkdir -p /etc/pkcs11/modules", "printf 'module: %s\\n' PATH > /etc/pkcs11/modules/NAME.module",
                ],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let modules = machine.probe.registry().modules.filter { module in
            if case .wellKnown = module.source { true } else { false }
        }
        let users: [Application] = [.firefox, .curl]
        let isAsked = users.contains { machine.applications.contains($0) }
        return .foundOrPassed(
            modules.map { module in
                // A module without a token is not missed.
                let hasToken = machine.initializedTokens.contains { $0.module == module.path }
                return Sighting(
                    "p11-kit does not know the module \(module.path)",
                    [Evidence("found as", "\(module.source)")],
                    severity: hasToken && isAsked ? .failure : hasToken ? .warning : .info,
                    remedies: [
                        Remedy(
                            "register the module",
                            commands: [
                                "mkdir -p /etc/pkcs11/modules",
                                "printf 'module: %s\\n' \(module.path) > /etc/pkcs11/modules/\(module.name).module",
                            ],
                            needs: .root
                        )
                    ]
                )
            }
        )
    }
}
