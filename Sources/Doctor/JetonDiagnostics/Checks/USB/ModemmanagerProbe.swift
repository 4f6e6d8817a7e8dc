import JetonOctets

/// ModemManager probes whether a token is a modem.
enum ModemmanagerProbe: Check {
    static let page = CheckPage(
        id: "modemmanager-probe",
        layer: .usb,
        title: "ModemManager probes the token as a modem",
        symptom: "The token is busy for a few seconds after it is plugged in.",
        cause:
            "The token has a serial port (CDC-ACM) in addition to its smart-card interface, and ModemManager opens it.",
        detection: """
            A device with a smart-card interface has a `tty`, no udev rule sets `ID_MM_DEVICE_IGNORE` on it or \
            on the device, and ModemManager runs. The finding is proven if ModemManager has the port open. It is \
            likely if ModemManager's rules let it probe the port: the interface's protocol is a modem's (1 to \
            6), or the policy is not the strict one.
            """,
        remedies: [
            Remedy(
                "tell ModemManager to leave the token alone, then replug it",
                commands: [
                    """
                    echo 'ATTRS{idVendor}=="VENDOR", ATTRS{idProduct}=="PRODUCT", ENV{ID_MM_DEVICE_IGNORE}="1"' \
                    > /etc/udev/rules.d/70-token-no-modem.rules
                    """,
                    "udevadm control --reload",
                ],
                needs: [.root, .replug]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let manager = machine.processes.first(where: { $0.name == "ModemManager" }) else { return .irrelevant }
        let devices = machine.usbDevices.filter { !$0.smartCardInterfaces.isEmpty }
        return .foundOrPassed(devices.compactMap { sighting($0, manager, machine) })
    }

    private static func sighting(_ device: USBDevice, _ manager: RunningProcess, _ machine: Machine) -> Sighting? {
        for interface in device.interfaces where interface.interfaceClass == 0x02 || interface.interfaceClass == 0x0A {
            let folder = "/sys/bus/usb/devices/\(interface.name)"
            guard let port = machine.names(in: "\(folder)/tty").first else { continue }
            let records = [
                machine.word("\(folder)/tty/\(port)/dev"), machine.word("/sys/bus/usb/devices/\(device.name)/dev"),
            ]
            let isIgnored = records.contains { number in
                guard let number, let record = machine.text("/run/udev/data/c\(number)") else { return false }
                return record.contains("ID_MM_DEVICE_IGNORE=1") || record.contains("ID_MM_PORT_IGNORE=1")
            }
            let isOpen = machine.holders(of: "/dev/\(port)").contains { $0.id == manager.id }
            let number = machine.word("\(folder)/bInterfaceProtocol").flatMap { UInt8($0, radix: 16) } ?? 0
            guard !isIgnored, isOpen || (1...6).contains(number) || !isStrict(manager, machine) else { continue }
            let rule =
                "ATTRS{idVendor}==\"\(device.numbers.prefix(4))\", ATTRS{idProduct}==\"\(device.numbers.suffix(4))\", "
                + "ENV{ID_MM_DEVICE_IGNORE}=\"1\""
            return Sighting(
                "ModemManager probes '\(device.title)' as a modem",
                device.evidence + [
                    Evidence("port", "/dev/\(port), of protocol \(number)"),
                    Evidence("ModemManager", "process \(manager.id)\(isOpen ? ", which has the port open" : "")"),
                    Evidence("udev", "no ID_MM_DEVICE_IGNORE"),
                ],
                severity: .warning,
                confidence: isOpen ? .proven : .likely,
                remedies: [
                    Remedy(
                        "tell ModemManager to leave the token alone, then replug it",
                        commands: [
                            "echo '\(rule)' > /etc/udev/rules.d/70-token-no-modem.rules", "udevadm control --reload",
                        ],
                        needs: [.root, .replug]
                    )
                ]
            )
        }
        return nil
    }

    /// Whether ModemManager runs with its strict policy, the default since 1.8.
    private static func isStrict(_ manager: RunningProcess, _ machine: Machine) -> Bool {
        let arguments = machine.text("/proc/\(manager.id)/cmdline")?.split(separator: "\0") ?? []
        let policy = arguments.last { $0.hasPrefix("--filter-policy=") }?.dropFirst("--filter-policy=".count)
        return policy.map { $0.lowercased() == "strict" } ?? true
    }
}
