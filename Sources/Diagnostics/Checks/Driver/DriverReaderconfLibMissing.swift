/// An entry of reader.conf names a library that is not there, which keeps pcscd from starting.
enum DriverReaderconfLibMissing: Check {
    static let page = CheckPage(
        id: "driver-readerconf-lib-missing",
        layer: .driver,
        title: "an entry of reader.conf.d names a library that is missing, and pcscd refuses to start",
        symptom: """
            Everything fails with `SCARD_E_NO_SERVICE` (0x8010001D); the journal has "Error with library …" and \
            "invalid directory /etc/reader.conf.d".
            """,
        cause: "What is left of a driver that was removed: a virtual or serial reader's, or a vendor's.",
        detection: """
            The files of `/etc/reader.conf.d`, or of the folder that pcscd was started with, are read: each `LIBPATH` \
            must lead to a file.
            """,
        remedies: [
            Remedy(
                "move the entry away and start the service anew",
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
                        "move the entry away, or install its driver again",
                        commands: ["mv \(entry.file) /root/", "systemctl restart pcscd.socket"],
                        needs: .root,
                        fix: .setAside(path: entry.file)
                    )
                ]
            )
        }
        return .foundOrPassed(sightings)
    }
}
