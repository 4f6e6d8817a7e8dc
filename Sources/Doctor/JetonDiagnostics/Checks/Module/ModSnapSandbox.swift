import JetonOctets

/// A browser that is a snap names a module of the host.
enum ModSnapSandbox: Check {
    static let page = CheckPage(
        id: "mod-snap-sandbox",
        layer: .module,
        title: "a browser that is a snap names a module outside its snap",
        symptom: "Firefox: \"Unable to add module\"; the path becomes `/run/user/…/doc/…`.",
        cause: "A snap sees its own files only, and AppArmor prevents it from loading the host's libraries.",
        detection: "The list of modules in the snap's profile names a library outside `/snap`.",
        remedies: [
            Remedy("use the module in the snap: /snap/firefox/current/usr/lib/ARCH/opensc-pkcs11.so"),
            Remedy("let the snap connect to the service", commands: ["snap connect firefox:pcscd"], needs: .root),
            Remedy("install the browser's package from the distribution or from its vendor"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        confined(machine, .snap) { !$0.hasPrefix("/snap/") }
    }

    /// Sightings for the entries of confined browsers' lists that they can't load.
    static func confined(
        _ machine: Machine,
        _ confinement: NSSDatabase.Confinement,
        _ isOutside: (String) -> Bool
    ) -> CheckOutcome {
        let databases = machine.nssDatabases.filter { $0.confinement == confinement }
        guard !databases.isEmpty else { return .irrelevant }
        return .foundOrPassed(
            databases.flatMap { database in
                (database.modules ?? []).filter { $0.library.hasPrefix("/") && isOutside($0.library) }.map { module in
                    Sighting(
                        "\(database.application.rawValue) can't load \(module.library) from inside its sandbox",
                        [Evidence("list", "\(database.listPath):\(module.line)")],
                        severity: machine.severity(for: database.application)
                    )
                }
            }
        )
    }
}
