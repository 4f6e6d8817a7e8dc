/// The reader speaks the standard protocol, but no driver lists it.
enum DriverReaderNotInPlist: Check {
    static let page = CheckPage(
        id: "driver-reader-not-in-plist",
        layer: .driver,
        title: "no driver lists the reader",
        symptom:
            "`lsusb` lists the reader; pcscd logs \"Looking for a driver for VID: …, PID: …\" and then nothing.",
        cause: "The driver is older than the reader: it accepts only devices whose numbers are in its Info.plist.",
        detection: """
            A device has an interface of class 0B, and no bundle in pcscd's directory lists its vendor and \
            product in `ifdVendorID` and `ifdProductID`.
            """,
        causes: ["driver-plist-stale-conffile", "driver-dir-mismatch"],
        remedies: [
            .install(.ccid, then: [.restartService]),
            Remedy("check whether the driver supports it: https://ccid.apdu.fr/"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard !machine.driverBundles.isEmpty else { return .irrelevant }
        let devices = machine.smartCardDevices.filter { device in
            machine.bundle(for: device) == nil && !(machine.has(.service) && machine.hasReader(for: device))
        }
        let versions = machine.driverBundles.map { "\($0.path) \($0.version)" }.joined(separator: ", ")
        return .foundOrPassed(
            devices.map { device in
                Sighting(
                    "no driver lists '\(device.title)'",
                    device.evidence + [Evidence("drivers", "\(versions)")],
                    about: [.device(device.name), .readers]
                )
            }
        )
    }
}
