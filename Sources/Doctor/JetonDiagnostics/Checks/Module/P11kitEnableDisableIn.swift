internal import TokenKit

/// p11-kit hides a module from some programs.
enum P11kitEnableDisableIn: Check {
    static let page = CheckPage(
        id: "p11kit-enable-disable-in",
        layer: .module,
        title: "p11-kit hides a module from a program",
        symptom: "The token works in one program only.",
        cause: "`enable-in` or `disable-in` in the module's p11-kit file, intentional or left over.",
        detection: """
            Both settings are evaluated for jeton, for the program of the command after `--`, and for the \
            programs of the applications given with `--app`: firefox, p11-kit-proxy, curl, openssl and the like.
            """,
        remedies: [Remedy("edit the list in the module's file", needs: .root)]
    )

    private static let programs: [Application: [String]] = [
        .firefox: ["firefox", "firefox-esr", "firefox-bin"], .chromium: ["chromium", "chrome"], .ssh: ["ssh"],
        .curl: ["curl"], .openssl: ["openssl"], .java: ["java"], .openvpn: ["openvpn"],
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        let registry = machine.probe.registry()
        var sightings: [Sighting] = []
        for module in registry.modules + registry.leftOut {
            guard let configuration = module.configuration, !module.path.isEmpty else { continue }
            let asked = machine.askedApplications.sorted { $0.rawValue < $1.rawValue }
            let program = machine.command.first.map { String(Machine.name(of: $0)) }
            let wanted = asked.flatMap { programs[$0] ?? [] }.filter { $0 != program } + [program].compactMap { $0 }
            let hidden = wanted.filter { !configuration.isEnabled(in: $0) }
            var isHiddenHere = false
            if case .disabledIn = module.reason { isHiddenHere = true }
            guard isHiddenHere || !hidden.isEmpty else { continue }
            let names = (isHiddenHere ? ["jeton"] : []) + hidden
            let lists =
                (configuration.enableIn.map { [Evidence("enable-in", "\($0.joined(separator: ", "))")] } ?? [])
                + (configuration.disableIn.isEmpty
                    ? [] : [Evidence("disable-in", "\(configuration.disableIn.joined(separator: ", "))")])
            sightings.append(
                Sighting(
                    "p11-kit hides the module \(module.path) from \(names.joined(separator: ", ")), as set in \(configuration.file)",
                    lists,
                    severity: hidden.isEmpty ? (machine.hasUsableToken ? .info : .warning) : .failure,
                    about: [.module(module.path)],
                    remedies: [Remedy("correct enable-in or disable-in in \(configuration.file)", needs: .root)]
                )
            )
        }
        return .foundOrPassed(sightings)
    }
}
