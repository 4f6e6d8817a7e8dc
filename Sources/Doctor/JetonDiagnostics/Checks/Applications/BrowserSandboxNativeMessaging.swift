import JetonOctets

/// A sandboxed browser can't start programs that sign for web pages.
enum BrowserSandboxNativeMessaging: Check {
    // Not in the laboratory: no snapd here, and a namespace cannot add a directory /snap

    static let page = CheckPage(
        id: "browser-sandbox-native-messaging",
        layer: .application,
        title: "a sandboxed browser can't start programs that sign for web pages",
        symptom: "The extension says that its program is not installed, though it is.",
        cause: "A snap or flatpak can't start programs on the host.",
        detection: """
            With `--app firefox` or `--app chromium`: the browser is installed only as a snap or flatpak, and a \
            manifest for such a program is installed.
            """,
        remedies: [Remedy("use the browser's package from the distribution or from its vendor")]
    )

    private static let programs: [(Application, [String], String)] = [
        (.firefox, ["/usr/bin/firefox", "/usr/bin/firefox-esr", "/usr/lib/firefox/firefox"], "/snap/firefox"),
        (.chromium, ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"], "/snap/chromium"),
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        let folders = ["/usr/lib/mozilla/native-messaging-hosts", "/etc/opt/chrome/native-messaging-hosts"]
        guard let folder = folders.first(where: { !machine.names(in: $0).isEmpty }) else { return .irrelevant }
        let sightings = programs.compactMap { application, paths, snap -> Sighting? in
            // Ubuntu's /usr/bin/firefox is a script that starts the snap.
            let isPlain = paths.contains { path in
                machine.exists(path) && !(machine.text(path)?.contains("/snap/bin/") ?? false)
            }
            guard machine.isAskedAbout(application), !isPlain, machine.exists("\(snap)/current") else { return nil }
            return Sighting(
                "\(application.rawValue) is a snap and can't start the programs in \(folder)",
                [
                    Evidence("snap", "\(snap)/current"),
                    Evidence("manifests", "\(machine.names(in: folder).joined(separator: ", "))"),
                ],
                severity: .warning,
                confidence: .likely
            )
        }
        return .foundOrPassed(sightings)
    }
}
