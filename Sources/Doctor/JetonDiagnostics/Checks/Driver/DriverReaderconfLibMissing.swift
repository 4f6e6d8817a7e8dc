/// An entry of reader.conf names a missing library, which keeps pcscd from starting.
enum DriverReaderconfLibMissing: Check {
    static let page = CheckPage(
        id: "driver-readerconf-lib-missing",
        layer: .driver,
        title: "an entry of reader.conf.d names a missing library, and pcscd refuses to start",
        symptom: """
            Everything fails with `SCARD_E_NO_SERVICE` (0x8010001D); the journal has "Error with library …" and \
            "invalid directory /etc/reader.conf.d".
            """,
        cause: "An entry left behind by a removed driver for a virtual or serial reader, or by a vendor's driver.",
        detection: """
            Every `LIBPATH` in the files of `/etc/reader.conf.d`, or of the directory that pcscd was started \
            with, must name an existing file.
            """,
        remedies: [
            Remedy(
                "correct or comment out the entry, and restart the service",
                commands: [.restartService],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.readerConfigurations.compactMap { entry -> Sighting? in
            guard let library = entry.library, !machine.exists(library) else { return nil }
            let works = machine.has(.service)
            return Sighting(
                works
                    ? "\(entry.file) names the library \(library), which is missing: pcscd will not start again"
                    : "\(entry.file) names the library \(library), which is missing: pcscd does not start",
                [
                    Evidence("\(entry.file)", "FRIENDLYNAME \"\(entry.name)\", LIBPATH \(library)"),
                    machine.absence(of: library),
                ],
                severity: works ? .warning : .failure,
                about: works ? [] : [.service],
                remedies: works ? [uninstallation] : [remedy(entry.file, library, machine), uninstallation]
            )
        }
        return .foundOrPassed(sightings)
    }

    private static let uninstallation = Remedy("reinstall the driver, or remove what is left of its package")

    /// Moving an entry away: `--fix` does it where pcscd is not reached either and no package has the file; `--undo`
    /// puts it back.
    private static func remedy(_ file: String, _ library: String, _ machine: Machine) -> Remedy {
        let isDown = machine.service == .noSocket || machine.service == .refused
        let isFree = isDown && machine.processWitness.isDead && machine.packages(having: [file]).isEmpty
        return Remedy(
            "let `jeton doctor --fix` move the entry away and restart the service; `--undo` moves it back",
            commands: machine.hasServiceManager ? [.restartServiceSocket] : ["pcscd"],
            needs: .root,
            fix: .setAside(path: file),
            witnesses: isFree ? Witnesses(machine.absence(of: library), machine.connectionEvidence) : nil
        )
    }
}
