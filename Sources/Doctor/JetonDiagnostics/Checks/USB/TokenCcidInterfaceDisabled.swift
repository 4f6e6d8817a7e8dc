/// The smart-card interface of a plugged-in YubiKey is switched off.
enum TokenCcidInterfaceDisabled: Check {
    static let page = CheckPage(
        id: "token-ccid-interface-disabled",
        layer: .usb,
        title: "the token's smart-card interface is switched off",
        symptom: "`lsusb` lists the YubiKey, but there is no reader; only one-time passwords and FIDO work.",
        cause: "A YubiKey's interfaces can be disabled one by one; this one has all but CCID enabled.",
        detection: """
            Vendor 1050 with a product number for a mode without CCID, and no interface of class 0B in sysfs. \
            Security Keys, which never have one, have a different number.
            """,
        remedies: [
            Remedy(
                "enable the smart-card interface, then replug the token",
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
