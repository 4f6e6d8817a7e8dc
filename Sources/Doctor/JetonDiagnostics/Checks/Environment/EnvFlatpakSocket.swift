internal import JetonOctets

/// A browser in a flatpak may not use the PC/SC service.
enum EnvFlatpakSocket: Check {
    static let page = CheckPage(
        id: "env-flatpak-socket",
        layer: .environment,
        title: "a browser in a flatpak may not use the PC/SC service",
        symptom: "The browser finds no reader or service.",
        cause: "`sockets=pcsc` is missing from its permissions.",
        detection: "The metadata and the overrides of the installed flatpak do not list `pcsc` among the sockets.",
        remedies: [Remedy("allow the socket", commands: ["flatpak override --user --socket=pcsc APP"])]
    )

    private static let browsers: [(String, Application)] = [
        ("org.mozilla.firefox", .firefox), ("io.gitlab.librewolf-community", .firefox),
        ("org.chromium.Chromium", .chromium), ("com.google.Chrome", .chromium),
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        let roots = ["/var/lib/flatpak"] + (machine.home.map { ["\($0)/.local/share/flatpak"] } ?? [])
        var sightings: [Sighting] = []
        for (name, application) in browsers {
            let metadata = roots.map { "\($0)/app/\(name)/current/active/metadata" }.first(where: machine.exists)
            guard let metadata, let text = machine.text(metadata) else { continue }
            let overrides = roots.compactMap { machine.text("\($0)/overrides/\(name)") }
            let sockets = ([text] + overrides).flatMap { $0.lines() }
                .filter { $0.hasPrefix("sockets=") }.flatMap { $0.dropFirst(8).split(separator: ";") }
            guard !sockets.contains("pcsc") || sockets.contains("!pcsc") else { continue }
            sightings.append(
                Sighting(
                    "the flatpak \(name) may not use the PC/SC service",
                    [
                        Evidence("\(metadata)", "sockets \(sockets.joined(separator: ", "))")
                    ],
                    severity: machine.severity(for: application),
                    remedies: [Remedy("allow the socket", commands: ["flatpak override --user --socket=pcsc \(name)"])]
                )
            )
        }
        return .foundOrPassed(sightings)
    }
}
