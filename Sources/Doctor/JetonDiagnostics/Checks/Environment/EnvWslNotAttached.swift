import JetonOctets

/// Windows holds the device.
enum EnvWslNotAttached: Check {
    static let page = CheckPage(
        id: "env-wsl-not-attached",
        layer: .environment,
        title: "this is WSL, and the USB device is attached to Windows",
        symptom: "WSL has no reader; the token works in Windows.",
        cause: "A device must be attached with usbipd each time it is plugged in.",
        detection: "`/proc/version` contains \"microsoft\", and there is no USB device except hubs.",
        remedies: [
            Remedy(
                "in Windows, attach the device as administrator",
                commands: ["usbipd bind --busid ID", "usbipd attach --wsl --busid ID"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.text("/proc/version")?.lowercased().contains("microsoft") == true else { return .irrelevant }
        guard machine.usbDevices.isEmpty else { return .passed }
        return .found(
            "this is WSL, and no USB device is attached to it",
            [Evidence("/proc/version", "\(machine.word("/proc/version") ?? "")"), Evidence("USB devices", "0")],
            severity: machine.hasUsableToken ? .info : .failure,
            about: [.readers]
        )
    }
}
