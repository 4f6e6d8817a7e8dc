/// The kernel has been told not to use the device.
enum UsbNotAuthorized: Check {
    static let page = CheckPage(
        id: "usb-not-authorized",
        layer: .usb,
        title: "the USB device is blocked",
        symptom:
            "`lsusb` lists the device, the kernel logs \"Device is not authorized for usage\", pcscd never sees it.",
        cause: "A USBGuard policy, or `authorized_default=0`.",
        detection: """
            `authorized` of the device in sysfs is 0. A blocked device shows no interfaces, so it counts if its vendor \
            makes tokens or readers, or if a driver lists it.
            """,
        causes: ["usb-gnome-lock-protection"],
        remedies: [
            Remedy(
                "allow the device in USBGuard",
                commands: ["usbguard list-devices --blocked", "usbguard allow-device --permanent ID"],
                needs: .root
            ),
            Remedy("without USBGuard, authorize it until it is replugged", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let blocked = machine.usbDevices.filter { device in
            !device.isAuthorized && (TokenMakers.name(of: device.vendor) != nil || machine.bundle(for: device) != nil)
        }
        return .foundOrPassed(
            blocked.map { device in
                Sighting(
                    "'\(device.title)' is plugged in, but the kernel has been told not to use it",
                    [
                        Evidence("device", "/sys/bus/usb/devices/\(device.name) (\(device.numbers))"),
                        Evidence("authorized", "0"),
                        Evidence("USBGuard", machine.exists("/etc/usbguard") ? "configured" : "not configured"),
                    ],
                    severity: machine.severityOfUselessDevice,
                    about: [.device(device.name), .readers],
                    remedies: machine.exists("/etc/usbguard")
                        ? nil
                        : [
                            Remedy(
                                "authorize the device until it is replugged, and find out what sets authorized_default",
                                commands: ["echo 1 > /sys/bus/usb/devices/\(device.name)/authorized"],
                                needs: .root
                            )
                        ]
                )
            }
        )
    }
}
