internal import JetonOctets

/// The service does not run as root and is not allowed to open the device.
enum UsbNodePermPcscdUser: Check {
    static let page = CheckPage(
        id: "usb-node-perm-pcscd-user",
        layer: .usb,
        title: "pcscd is not allowed to open the device",
        symptom: """
            The journal has "OpenUSBByName() Can't libusb_open(…): LIBUSB_ERROR_ACCESS"; `lsusb` lists the \
            reader and `pcsc_scan` does not. This often happens after an upgrade.
            """,
        cause: """
            Since pcsc-lite 2.4.0, pcscd runs as user pcscd. Drivers older than libccid 1.7.0, and vendors' \
            drivers, install udev rules that do not give the group pcscd access to the device node.
            """,
        detection: """
            pcscd runs, but not as root, and the node under `/dev/bus/usb` does not grant it write access as \
            owner, as group or as another user. Access lists are not checked, so the finding is likely.
            """,
        needs: [.service],
        remedies: [
            .install(
                .ccid,
                then: ["udevadm control --reload", "udevadm trigger --subsystem-match=usb"]
            ),
            Remedy("for a vendor's driver, add a udev rule for its device with GROUP=\"pcscd\"", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let process = machine.serviceProcess, process.userID != 0 else { return .passed }
        let groups = groups(of: process, machine)
        let sightings = machine.devicesWithoutReader.compactMap { device -> Sighting? in
            guard let status = try? machine.probe.status(of: device.node) else { return nil }
            let isOpen =
                status.permissions & 0o002 != 0 || status.userID == process.userID && status.permissions & 0o200 != 0
                || groups.contains(status.groupID) && status.permissions & 0o020 != 0
            guard !isOpen else { return nil }
            return Sighting(
                "pcscd runs as user \(process.userID), which is not allowed to open '\(device.title)'",
                [
                    Evidence(
                        "\(device.node)",
                        "owner \(status.userID), group \(status.groupID), mode \(status.octalPermissions)"
                    ),
                    Evidence(
                        "pcscd",
                        "user \(process.userID), groups \(groups.map(String.init).joined(separator: " "))"
                    ),
                ],
                confidence: .likely,
                about: [.device(device.name), .readers]
            )
        }
        return .foundOrPassed(sightings)
    }

    private static func groups(of process: RunningProcess, _ machine: Machine) -> [UInt32] {
        let lines = machine.text("/proc/\(process.id)/status")?.lines() ?? []
        return lines.filter { $0.hasPrefix("Gid:") || $0.hasPrefix("Groups:") }.flatMap { line in
            line.split { $0 == " " || $0 == "\t" }.dropFirst().compactMap { UInt32($0) }
        }
    }
}
