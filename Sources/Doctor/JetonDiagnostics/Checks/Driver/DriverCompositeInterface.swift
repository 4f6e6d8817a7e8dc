import JetonOctets

/// The driver looks for the reader at the wrong interface of the device.
enum DriverCompositeInterface: Check {
    static let page = CheckPage(
        id: "driver-composite-interface",
        layer: .driver,
        title: "the driver expects the reader at another interface of the device",
        symptom: "pcscd logs \"Found interface 2 but expecting 0\" and \"Wrong interface for USB device\"; no reader.",
        cause: "The device numbers its interfaces in an unusual way, and the driver does not support that yet.",
        detection: """
            A device's smart-card interface comes after other interfaces, the service has no reader for it, and \
            pcscd's journal since boot contains one of these messages.
            """,
        needs: [.service],
        remedies: [
            .install(.ccid),
            Remedy(
                "report the device to the driver's authors",
                commands: ["lsusb -v > lsusb.txt", "xdg-open https://github.com/LudovicRousseau/CCID/issues"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let devices = machine.devicesWithoutReader.filter { device in
            guard machine.bundle(for: device) != nil, let first = device.smartCardInterfaces.first else { return false }
            return first.name != device.interfaces.first?.name || !first.name.hasSuffix(".0")
        }
        guard !devices.isEmpty else { return .passed }
        let arguments = ["journalctl", "--boot", "--unit=pcscd", "--lines=1000", "--output=cat", "--no-pager"]
        guard case .ended(0, let log) = machine.probe.run(arguments) else {
            return .unknown("this user can't read pcscd's journal; root and the group systemd-journal can")
        }
        let messages = log.lines().filter { line in
            line.contains("Wrong interface for USB device")
                || line.contains("Found interface") && line.contains("but expecting")
        }
        guard let last = messages.last else { return .passed }
        return .found(
            devices.map { device in
                Sighting(
                    "the driver expects the reader at another interface of '\(device.title)'",
                    device.evidence + [
                        Evidence("driver", "\(machine.bundle(for: device)?.path ?? "")"),
                        Evidence("pcscd's journal", "\(String(last))"),
                    ],
                    about: [.device(device.name), .readers]
                )
            }
        )
    }
}
