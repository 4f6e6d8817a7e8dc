/// The kernel suspended the reader, and it did not wake up.
enum UsbAutosuspend: Check {
    static let page = CheckPage(
        id: "usb-autosuspend",
        layer: .usb,
        title: "the reader is suspended by the kernel",
        symptom:
            """
            The reader works for a few seconds, then "LIBUSB_ERROR_IO" or "Broken pipe"; the reader is gone until \
            replugged.
            """,
        cause: """
            `power/control` is `auto`, set by the driver's udev rule, TLP or powertop, and the reader's firmware does \
            not wake up properly.
            """,
        detection: """
            The device is in sysfs but is not a reader, its `power/control` is `auto` and its \
            `power/runtime_status` is `suspended`. pcscd itself lets readers sleep, so the finding is likely at \
            most.
            """,
        needs: [.service],
        causes: [
            "driver-libccid-missing", "driver-reader-not-in-plist", "driver-vendor-required", "driver-wrong-elf",
            "usb-node-perm-pcscd-user", "excl-scdaemon-ccid", "excl-libusb-other", "kernel-driver-nfc-claims",
            "usb-captured-by-vm",
        ],
        remedies: [
            Remedy(
                "keep the device awake",
                commands: ["echo on > /sys/bus/usb/devices/DEVICE/power/control"],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.devicesWithoutReader.compactMap { device -> Sighting? in
            let folder = "/sys/bus/usb/devices/\(device.name)/power"
            guard machine.word("\(folder)/control") == "auto",
                machine.word("\(folder)/runtime_status") == "suspended"
            else { return nil }
            return Sighting(
                "'\(device.title)' is suspended, and pcscd has no reader for it",
                device.evidence
                    + [Evidence("power/control", "auto"), Evidence("power/runtime_status", "suspended")],
                confidence: .likely,
                about: [.device(device.name), .readers],
                remedies: [
                    Remedy(
                        "keep the device awake, and restart the service",
                        commands: ["echo on > \(folder)/control", .restartService],
                        needs: .root
                    )
                ]
            )
        }
        return .foundOrPassed(sightings)
    }
}
