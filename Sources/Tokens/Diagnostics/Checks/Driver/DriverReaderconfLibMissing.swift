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
        cause: "A leftover of a removed driver: a virtual or serial reader's, or a vendor's.",
        detection: """
            Every `LIBPATH` in the files of `/etc/reader.conf.d`, or of the directory that pcscd was started with, must \
            lead to a file.
            """,
        remedies: [
            Remedy(
                "move the entry away and restart the service",
                commands: ["systemctl restart pcscd"],
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
                    Evidence("\(library)", "ENOENT"),
                ],
                severity: works ? .warning : .failure,
                about: works ? [] : [.service],
                remedies: [
                    Remedy(
                        "move the entry away, or reinstall its driver",
                        commands: ["mv \(entry.file) /root/"]
                            + (machine.hasServiceManager ? ["systemctl restart pcscd.socket"] : ["pcscd"]),
                        needs: .root,
                        fix: .setAside(path: entry.file)
                    )
                ]
            )
        }
        return .foundOrPassed(sightings)
    }
}
