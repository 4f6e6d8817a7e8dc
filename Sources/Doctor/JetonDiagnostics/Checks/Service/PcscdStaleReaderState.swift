internal import JetonPCSC

/// A device is present, its driver lists it, but the service does not know it.
enum PcscdStaleReaderState: Check {
    static let page = CheckPage(
        id: "pcscd-stale-reader-state",
        layer: .service,
        title: "pcscd does not see a reader that is plugged in",
        symptom: "After replugging or a USB reset, no program finds the token until pcscd is restarted.",
        cause: "pcscd missed the device's arrival, or could not open it; \"LIBUSB_ERROR_NO_DEVICE\" in the journal.",
        detection: """
            A device is in sysfs, one of pcscd's drivers lists it, the service works, and no reader is named \
            after the device. Other checks look for a cause; if they find none, a missed event is likely.
            """,
        needs: [.service],
        causes: [
            "usb-undervoltage", "driver-composite-interface", "pcscd-reader-array-mismatch",
            "kernel-driver-nfc-claims", "usb-node-perm-pcscd-user", "usb-captured-by-vm", "usb-autosuspend",
            "driver-wrong-elf", "driver-two-claim-same-reader", "excl-scdaemon-ccid",
            "excl-libusb-other", "env-container-usb", "pcscd-reader-limit",
        ],
        remedies: [
            Remedy(
                "restart the service, and replug the reader",
                commands: [.restartService],
                needs: [.root, .replug]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let devices = machine.devicesWithoutReader.filter { machine.bundle(for: $0) != nil }
        let readers = machine.pcsc.readers.map(\.name.description).joined(separator: ", ")
        return .foundOrPassed(
            devices.map { device in
                Sighting(
                    "'\(device.title)' is plugged in and its driver lists it, but pcscd has no reader for it",
                    device.evidence + [
                        Evidence("driver", "\(machine.bundle(for: device)?.path ?? "")"),
                        Evidence("readers", "\(readers.isEmpty ? "none" : readers)"),
                    ],
                    confidence: .likely,
                    about: [.device(device.name), .readers],
                    remedies: [remedy(device, readers)]
                )
            }
        )
    }

    /// Restarting the service; by itself only where no program has opened the device, as the service would have.
    private static func remedy(_ device: USBDevice, _ readers: String) -> Remedy {
        let isOpen = device.interfaces.contains { $0.driver == "usbfs" }
        let unused = Evidence("/sys/bus/usb/devices/\(device.name)", "no interface is opened by a program")
        return Remedy(
            "restart the service, and replug the reader",
            commands: [.restartService],
            needs: [.root, .replug],
            fix: .run(["systemctl", "restart", "pcscd"]),
            witnesses: isOpen ? nil : Witnesses(Evidence("readers", "\(readers.isEmpty ? "none" : readers)"), unused)
        )
    }
}
