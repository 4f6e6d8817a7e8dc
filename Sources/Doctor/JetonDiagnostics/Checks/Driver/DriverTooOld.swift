/// The driver has bugs that later versions fixed.
enum DriverTooOld: Check {
    static let page = CheckPage(
        id: "driver-too-old",
        layer: .driver,
        title: "the driver for USB readers is very old",
        symptom: "A card is detected only after the reader is replugged; moving the card causes errors.",
        cause: "Driver bugs that later versions fix.",
        detection: "`CFBundleShortVersionString` of the CCID driver is below 1.5.0, and a device uses it.",
        remedies: [.install(.ccid, then: [.restartService])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        for device in machine.smartCardDevices {
            guard let bundle = machine.bundle(for: device), bundle.path.hasSuffix("/ifd-ccid.bundle") else { continue }
            let version = bundle.version.split(separator: ".").map { Int($0) ?? 0 }
            if !version.isEmpty, version.lexicographicallyPrecedes([1, 5]) {
                return .found(
                    "the driver for '\(device.title)' is version \(bundle.version)",
                    [Evidence("driver", "\(bundle.path) \(bundle.version)")],
                    severity: .warning
                )
            }
        }
        return .passed
    }
}
