/// No driver for USB readers is installed.
enum DriverLibccidMissing: Check {
    static let page = CheckPage(
        id: "driver-libccid-missing",
        layer: .driver,
        title: "no driver for USB readers is installed",
        symptom: """
            `lsusb` lists the reader and `pcsc_scan` finds none; pcscd logs "No bundle files in pcsc drivers \
            directory … Disabling USB support".
            """,
        cause: "The package with the CCID driver is missing; not every pcscd package depends on it.",
        detection: """
            The directory that `pcscd --version` names (`usbdropdir`) has no bundle with an Info.plist that lists \
            devices.
            """,
        causes: ["driver-dir-mismatch"],
        remedies: [.install(.ccid, then: [.restartService])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.serviceProgram != nil else { return .irrelevant }
        guard machine.driverBundles.isEmpty else { return .passed }
        let devices = machine.smartCardDevices
        let hasReader = machine.has(.service) && !machine.pcsc.readers.isEmpty
        let summary: ReportText =
            devices.first.map { "no driver for USB readers is installed, and '\($0.title)' needs one" }
            ?? "no driver for USB readers is installed"
        return .found(
            summary,
            [Evidence("directory", "\(machine.driverDirectory)"), Evidence("drivers", "none")]
                + (devices.first?.evidence ?? []),
            severity: devices.isEmpty ? (hasReader || machine.hasUsableToken ? .info : .warning) : .failure,
            about: devices.map { .device($0.name) } + (devices.isEmpty ? [] : [.readers])
        )
    }
}
