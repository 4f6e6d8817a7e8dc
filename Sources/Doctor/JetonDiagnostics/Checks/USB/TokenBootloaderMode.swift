/// A token is waiting for new firmware.
enum TokenBootloaderMode: Check {
    static let page = CheckPage(
        id: "token-bootloader-mode",
        layer: .usb,
        title: "the token is in its bootloader",
        symptom: "The device shows a different product number from the usual one, and no reader.",
        cause: "A firmware update was interrupted, or a button was held while the token was plugged in.",
        detection: "The vendor and product numbers are those of a token's bootloader, 20a0:42dd (Nitrokey 3).",
        remedies: [
            Remedy("unplug the token and plug it in again without touching it", needs: .replug),
            Remedy("finish the update with the vendor's tool", commands: ["nitropy nk3 update"]),
        ]
    )

    private static let bootloaders: [[UInt16]: String] = [[0x20A0, 0x42DD]: "Nitrokey 3"]

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.usbDevices.compactMap { device -> Sighting? in
            guard let name = bootloaders[[device.vendor, device.product]] else { return nil }
            return Sighting(
                "the \(name) is waiting for firmware (\(device.numbers)) and does not work as a token",
                device.evidence,
                severity: machine.severityOfUselessDevice,
                about: [.device(device.name), .readers]
            )
        }
        return .foundOrPassed(sightings)
    }
}
