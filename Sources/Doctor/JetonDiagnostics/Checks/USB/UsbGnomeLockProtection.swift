import JetonOctets

/// GNOME refuses new USB devices while the screen is locked.
enum UsbGnomeLockProtection: Check {
    static let page = CheckPage(
        id: "usb-gnome-lock-protection",
        layer: .usb,
        title: "the token was plugged in while the GNOME screen was locked, and has been blocked since",
        symptom: "The token works after a reboot but not after a screen lock; USBGuard shows it as blocked.",
        cause:
            "GNOME's `org.gnome.desktop.privacy usb-protection` makes USBGuard block new devices on the lock screen.",
        detection: """
            A token's device has `authorized` 0 in sysfs, GNOME runs, and `gsettings` says that `usb-protection` is on.
            """,
        remedies: [
            Remedy("unlock the screen, then unplug the token and plug it in again", needs: .replug),
            Remedy(
                "allow new devices on the lock screen",
                commands: ["gsettings set org.gnome.desktop.privacy usb-protection false"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let blocked = machine.usbDevices.filter {
            !$0.isAuthorized && TokenMakers.name(of: $0.vendor) != nil
        }
        guard let device = blocked.first else { return .passed }
        // Its settings are there, and on, wherever GNOME's libraries are.
        let desktop = machine.probe.variables["XDG_CURRENT_DESKTOP"] ?? ""
        guard desktop.contains("GNOME") || machine.processes.contains(where: { $0.name == "gnome-shell" }) else {
            return .passed
        }
        let question = ["gsettings", "get", "org.gnome.desktop.privacy", "usb-protection"]
        guard case .ended(0, let answer) = machine.probe.run(question), answer.hasPrefix("true") else { return .passed }
        return .found(
            "GNOME's lock-screen protection blocks '\(device.title)'",
            [Evidence("authorized", "0"), Evidence("usb-protection", "true")],
            severity: machine.severityOfUselessDevice,
            confidence: .likely,
            about: [.device(device.name), .readers]
        )
    }
}
