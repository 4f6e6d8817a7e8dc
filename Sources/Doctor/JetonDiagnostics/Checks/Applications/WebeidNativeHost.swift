internal import JetonOctets

/// A program that signs for web pages is installed, but a browser does not find it.
enum WebeidNativeHost: Check {
    static let page = CheckPage(
        id: "webeid-native-host",
        layer: .application,
        title: "a program that signs for web pages can't be started by the browser",
        symptom: "`ERR_WEBEID_NATIVE_UNAVAILABLE`, \"No such native application\".",
        cause:
            "The file that tells the browser about the program is missing, or names a program that no longer exists.",
        detection: """
            The manifests in the browsers' `native-messaging-hosts` directories are read, and the doctor checks \
            that the program in each `path` exists.
            """,
        remedies: [Remedy("reinstall the program's package, which contains the manifest for each browser")]
    )

    private static let folders: [(Application, String)] = [
        (.firefox, "/usr/lib/mozilla/native-messaging-hosts"), (.firefox, "/usr/lib64/mozilla/native-messaging-hosts"),
        (.firefox, "/usr/share/mozilla/native-messaging-hosts"),
        (.chromium, "/etc/opt/chrome/native-messaging-hosts"), (.chromium, "/etc/chromium/native-messaging-hosts"),
    ]
    private static let known = ["eu.webeid.json", "ru.rutoken.firewyrmhost.json", "ru.cryptopro.nmcades.json"]

    static func run(on machine: Machine) -> CheckOutcome {
        var own: [(Application, String)] = []
        if let home = machine.home {
            own = [
                (.firefox, "\(home)/.mozilla/native-messaging-hosts"),
                (.chromium, "\(home)/.config/google-chrome/NativeMessagingHosts"),
                (.chromium, "\(home)/.config/chromium/NativeMessagingHosts"),
            ]
        }
        var sightings: [Sighting] = []
        for (application, folder) in folders + own {
            for name in known {
                guard let text = machine.text("\(folder)/\(name)") else { continue }
                let words = text.split(separator: "\"").map(String.init)
                guard let index = words.firstIndex(of: "path"), index + 2 < words.count,
                    words[index + 2].hasPrefix("/"), !machine.exists(words[index + 2])
                else { continue }
                sightings.append(
                    Sighting(
                        "\(folder)/\(name) names a program that does not exist",
                        [Evidence("path", "\(words[index + 2])")],
                        severity: machine.severity(for: application)
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
