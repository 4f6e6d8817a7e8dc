/// The reader speaks a proprietary protocol, and its driver is not installed.
enum DriverVendorRequired: Check {
    static let page = CheckPage(
        id: "driver-vendor-required",
        layer: .driver,
        title: "the device needs its vendor's driver",
        symptom: "`lsusb` lists the device, but there is no reader; its interface is of class FF.",
        cause: "The device does not support CCID: Rutoken S, ACR38U, REINER SCT readers.",
        detection: """
            The vendor and product numbers are those of such a device, it has no interface of class 0B, and no \
            bundle lists it.
            """,
        remedies: [
            Remedy(
                "install the vendor's driver, then restart the service",
                commands: [.restartService],
                needs: .root
            )
        ]
    )

    private static let acs = Package("the ACS driver", debian: "libacsccid1", arch: "acsccid")
    private static let reiner = Package(
        "the REINER SCT driver",
        debian: "libifd-cyberjack6",
        fedora: "pcsc-cyberjack"
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.usbDevices.compactMap { device -> Sighting? in
            guard device.smartCardInterfaces.isEmpty, machine.bundle(for: device) == nil, device.isAuthorized,
                let remedy = remedy(for: device)
            else { return nil }
            return Sighting(
                "'\(device.title)' needs its vendor's driver, which is not installed",
                device.evidence,
                severity: machine.severityOfUselessDevice,
                about: [.device(device.name), .readers],
                remedies: [remedy]
            )
        }
        return .foundOrPassed(sightings)
    }

    private static func remedy(for device: USBDevice) -> Remedy? {
        switch (device.vendor, device.product) {
        case (0x072F, 0x9000), (0x072F, 0x90CF): .install(acs, then: [.restartService])
        case (0x0C4B, 0x0100...0x0900): .install(reiner, then: [.restartService])
        case (0x0A89, 0x0020):
            Remedy("install the package for Rutoken S from the vendor's site, rutoken.ru", needs: .root)
        default: nil
        }
    }
}
