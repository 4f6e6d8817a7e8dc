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

    /// A list of devices that is there and can't be read; a package that is installed again leaves it as it is.
    private static func damagedList(_ machine: Machine) -> CheckOutcome? {
        let lists = machine.names(in: machine.driverDirectory).filter { $0.hasSuffix(".bundle") }
            .map { "\(machine.driverDirectory)/\($0)/Contents/Info.plist" }
        guard let list = lists.first(where: machine.exists) else { return nil }
        let real = machine.realPath(list)
        let devices = machine.smartCardDevices
        let isConfiguration = real.hasPrefix("/etc/") && machine.distribution == .debian
        return .found(
            "the driver's list of devices \(real) is damaged",
            [Evidence("\(list)", "its vendor and product lists are missing or differ in length")],
            severity: devices.isEmpty ? .warning : .failure,
            about: devices.map { .device($0.name) } + (devices.isEmpty ? [] : [.readers]),
            remedies: [
                Remedy(
                    "let the package manager restore its own list, which an ordinary reinstallation does not overwrite",
                    commands: [
                        isConfiguration
                            ? "apt-get install --reinstall -o Dpkg::Options::=--force-confnew libccid"
                            : "ls -l \(real)", .restartService,
                    ],
                    needs: .root
                )
            ]
        )
    }

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.serviceProgram != nil else { return .irrelevant }
        guard machine.driverBundles.isEmpty else { return .passed }
        if let list = damagedList(machine) { return list }
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
