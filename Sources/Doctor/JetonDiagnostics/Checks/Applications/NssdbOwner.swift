/// A browser's database belongs to another user.
enum NssdbOwner: Check {
    static let page = CheckPage(
        id: "nssdb-owner",
        layer: .application,
        title: "a browser's database belongs to another user",
        symptom: "A module that was added does not appear, or can't be removed.",
        cause: "modutil or a setup script was run with sudo.",
        detection: "The database directory or `pkcs11.txt` belongs to another user, or is not writable.",
        remedies: [
            Remedy("run the program as the owner, or ask the administrator to check the directory")
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let user = machine.probe.identity
        guard !machine.nssDatabases.isEmpty, !user.isRoot else { return .irrelevant }
        var sightings: [Sighting] = []
        for database in machine.nssDatabases {
            for path in [database.folder, database.listPath] {
                guard let status = try? machine.probe.status(of: path), status.userID != user.userID else { continue }
                sightings.append(
                    Sighting(
                        "\(path) belongs to user \(status.userID), not to \(user.userID)",
                        [Evidence("\(path)", "owner \(status.userID), mode \(status.octalPermissions)")],
                        severity: machine.severity(for: database.application),
                        remedies: [
                            Remedy(
                                """
                                run the program as user \(status.userID), or ask the administrator to check the \
                                directory
                                """,
                                commands: ["ls -la \(database.folder)"]
                            )
                        ]
                    )
                )
                break
            }
        }
        return .foundOrPassed(sightings)
    }
}
