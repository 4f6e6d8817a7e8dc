/// A YubiKey is plugged in whose smart-card interface is switched off.
enum TokenCcidInterfaceDisabled: Check {
    static let page = CheckPage(
        id: "token-ccid-interface-disabled",
        layer: .usb,
        title: "the token's smart-card interface is switched off",
        symptom: "`lsusb` lists the YubiKey and there is no reader; only one-time passwords and FIDO work.",
        cause: "The interfaces of a YubiKey can be switched off one by one; this one shows all but CCID.",
        detection: """
            Vendor 1050 with one of the product numbers that stand for modes without CCID, and no interface of \
            class 0B in sysfs. Security Keys, which never have one, have another number.
            """,
        remedies: [
            Remedy(
                "switch the smart-card interface on, then replug the token",
                commands: ["ykman config usb --enable PIV --enable OPENPGP"],
                needs: .replug
            )
        ]
    )

    // Product numbers of YubiKeys (NEO, 4, 5) in modes without CCID.
    private static let modes: Set<UInt16> = [0x0010, 0x0110, 0x0113, 0x0114, 0x0401, 0x0402, 0x0403]

    static func run(on machine: Machine) -> CheckOutcome {
        let devices = machine.usbDevices.filter { device in
            device.vendor == 0x1050 && modes.contains(device.product) && device.isAuthorized
                && device.smartCardInterfaces.isEmpty && !device.interfaces.isEmpty
        }
        return .foundOrPassed(
            devices.map { device in
                Sighting(
                    "the smart-card interface of '\(device.title)' is switched off",
                    device.evidence,
                    severity: machine.severityOfMissingToken,
                    about: [.device(device.name), .readers]
                )
            }
        )
    }
}
