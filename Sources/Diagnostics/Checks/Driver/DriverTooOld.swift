/// The driver is older than bugs that were put right.
enum DriverTooOld: Check {
    static let page = CheckPage(
        id: "driver-too-old",
        layer: .driver,
        title: "the driver of USB readers is very old",
        symptom: "A card is seen only after the reader was replugged; errors when the card is moved.",
        cause: "These were mistakes of the driver that are put right in later versions.",
        detection: "`CFBundleShortVersionString` of the CCID driver is below 1.5.0, and a device uses it.",
        remedies: [.install(.ccid, then: ["systemctl restart pcscd"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        for device in machine.smartCardDevices {
            guard let bundle = machine.bundle(for: device), bundle.path.hasSuffix("/ifd-ccid.bundle") else { continue }
            let version = bundle.version.split(separator: ".").map { Int($0) ?? 0 }
            if !version.isEmpty, version.lexicographicallyPrecedes([1, 5]) {
                return .found(
                    "the driver of '\(device.title)' is of version \(bundle.version)",
                    [Evidence("driver", "\(bundle.path) \(bundle.version)")],
                    severity: .warning
                )
            }
        }
        return .passed
    }
}
