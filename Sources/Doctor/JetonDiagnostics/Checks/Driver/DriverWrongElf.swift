/// A driver's library is built for another architecture, or missing.
enum DriverWrongElf: Check {
    static let page = CheckPage(
        id: "driver-wrong-elf",
        layer: .driver,
        title: "a reader's driver is built for another architecture",
        symptom:
            """
            pcscd logs "wrong ELF class: ELFCLASS32" or "cannot open shared object file"; the reader is not \
            found.
            """,
        cause: "The vendor's installer was for 32-bit systems or for another processor.",
        detection: """
            Each bundle and each reader.conf entry names a library. The class and machine in its ELF header are \
            compared with this program's own.
            """,
        remedies: [
            Remedy(
                "uninstall the vendor's driver and use libccid, or get the vendor's package for this processor",
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for bundle in machine.driverBundles {
            let devices = machine.smartCardDevices.filter { bundle.entry(for: $0) != nil }
            guard let sighting = sighting(library: bundle.library, isNeeded: !devices.isEmpty, machine) else {
                continue
            }
            sightings.append(sighting)
            sightings[sightings.count - 1].subjects = devices.map { .device($0.name) } + [.readers]
        }
        for library in Set(machine.readerConfigurations.compactMap(\.library)).sorted() where machine.exists(library) {
            if let sighting = sighting(library: library, isNeeded: !machine.has(.service), machine) {
                sightings.append(sighting)
            }
        }
        return .foundOrPassed(sightings)
    }

    /// Installing the package that has a library again, if one has.
    private static func reinstallation(_ library: String, _ machine: Machine) -> [Remedy]? {
        machine.packages(having: [library])[library].map { [machine.reinstallation(of: $0, then: [.restartService])] }
    }

    private static func sighting(library: String, isNeeded: Bool, _ machine: Machine) -> Sighting? {
        guard machine.exists(library) else {
            return Sighting(
                "the driver's library \(library) is missing",
                [machine.absence(of: library)],
                severity: isNeeded ? .failure : .warning,
                remedies: reinstallation(library, machine)
            )
        }
        let header = machine.header(ofLibrary: library)
        guard header != .own else { return nil }
        guard let header else {
            return Sighting(
                "the driver's library \(library) is damaged: it is not an ELF file",
                [Evidence("\(library)", "not an ELF file")],
                severity: isNeeded ? .failure : .warning,
                remedies: reinstallation(library, machine)
            )
        }
        return Sighting(
            "the driver \(library) is built for another architecture",
            [
                Evidence("\(library)", "\(header.description)"),
                Evidence("this machine", "\(ELFHeader.own)"),
            ],
            severity: isNeeded ? .failure : .warning
        )
    }
}
