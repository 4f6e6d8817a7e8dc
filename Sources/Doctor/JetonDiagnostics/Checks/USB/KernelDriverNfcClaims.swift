/// A kernel driver has claimed the reader's interface.
enum KernelDriverNfcClaims: Check {
    static let page = CheckPage(
        id: "kernel-driver-nfc-claims",
        layer: .usb,
        title: "a kernel driver owns the reader",
        symptom: """
            pcscd logs "Can't claim interface …: LIBUSB_ERROR_BUSY"; the kernel logs "NFC: NXP PN532 firmware …". \
            Typical of ACR122U, Touchatag and SCL3711.
            """,
        cause: "The kernel's NFC drivers (pn533_usb, port100) load automatically and bind the reader before pcscd.",
        detection: """
            The `driver` link of the reader's interface in sysfs names a kernel driver other than `usbfs`, which is \
            the one that programs use.
            """,
        remedies: [
            Remedy(
                "prevent the kernel's NFC drivers from loading, then replug the reader",
                commands: [
                    """
                    printf 'blacklist pn533_usb\\nblacklist pn533\\nblacklist port100\\nblacklist nfc\\n' \
                    > /etc/modprobe.d/blacklist-nfc-pcsc.conf
                    """,
                    "modprobe -r pn533_usb pn533 port100 nfc", .restartService,
                ],
                needs: [.root, .replug]
            )
        ]
    )

    private static let nfcDrivers: Set<String> = ["pn533_usb", "pn533", "port100", "nfcmrvl_usb"]

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.usbDevices.compactMap { device -> Sighting? in
            let claimed = device.interfaces.first { interface in
                guard let driver = interface.driver else { return false }
                return nfcDrivers.contains(driver)
                    || interface.interfaceClass == 0x0B && !["usbfs", "usbip-host", "vfio-pci"].contains(driver)
            }
            guard let claimed, let driver = claimed.driver else { return nil }
            return Sighting(
                "the kernel driver \(driver) owns '\(device.title)'",
                device.evidence + [Evidence("/sys/bus/usb/devices/\(claimed.name)/driver", "\(driver)")],
                severity: machine.has(.service) && machine.hasReader(for: device) ? .warning : .failure,
                about: [.device(device.name), .readers]
            )
        }
        return .foundOrPassed(sightings)
    }
}
