/// A plugged-in token shows only its disk.
enum TokenMassStorageMode: Check {
    static let page = CheckPage(
        id: "token-mass-storage-mode",
        layer: .usb,
        title: "a token shows up as a disk only",
        symptom:
            "`lsusb` lists a storage device, a disk or CD with the vendor's software appears, and there is no reader.",
        cause: """
            Some tokens start as a disk that contains their drivers and become a reader on command. This token \
            has not received the command.
            """,
        detection: """
            All interfaces in sysfs are of class 08 (storage), and either the vendor and product numbers are \
            those of a token that usb_modeswitch or libccid's udev rules switch (proven), or the vendor makes \
            tokens (likely).
            """,
        remedies: [
            .install(modeSwitch),
            Remedy("replug the token", needs: .replug),
        ]
    )

    private static let modeSwitch = Package(
        "the program that switches USB modes",
        debian: "usb-modeswitch",
        fedora: "usb_modeswitch",
        arch: "usb_modeswitch",
        suse: "usb_modeswitch",
        alt: "usb_modeswitch"
    )

    // Vendor and product: KOBIL mIDentity, its kinds with a modem, and InfoCert Business Key.
    private static let known: Set<UInt32> = [0x0D46_4081, 0x0D46_45A1, 0x0D46_45A5, 0x0930_0D46]
    private static let programs = ["/usr/sbin/usb_modeswitch", "/usr/sbin/Kobil_mIDentity_switch"]

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.usbDevices.compactMap { device -> Sighting? in
            guard !device.interfaces.isEmpty, device.interfaces.allSatisfy({ $0.interfaceClass == 0x08 }) else {
                return nil
            }
            let isKnown = known.contains(UInt32(device.vendor) << 16 | UInt32(device.product))
            guard isKnown || TokenMakers.name(of: device.vendor) != nil else { return nil }
            let installed = programs.filter(machine.exists)
            return Sighting(
                "'\(device.title)' shows up as a disk, not as a reader",
                device.evidence + [
                    Evidence(
                        "mode-switching programs",
                        "\(installed.isEmpty ? "none" : installed.joined(separator: ", "))"
                    )
                ],
                severity: isKnown ? machine.severityOfMissingToken : min(.warning, machine.severityOfMissingToken),
                confidence: isKnown ? .proven : .likely,
                about: [.device(device.name), .readers]
            )
        }
        return .foundOrPassed(sightings)
    }
}
