/// Two drivers list the same device.
enum DriverTwoClaimSameReader: Check {
    static let page = CheckPage(
        id: "driver-two-claim-same-reader",
        layer: .driver,
        title: "two drivers list the same reader",
        symptom:
            """
            The reader works only sometimes, or stopped working after an upgrade; only one of two readers \
            recognizes the token.
            """,
        cause: "A vendor's driver (acsccid, SCM, Omnikey, Feitian) is installed alongside libccid.",
        detection: "More than one bundle lists the vendor and product number of a connected device.",
        remedies: [
            Remedy(
                """
                uninstall one of the two drivers with the package manager; keep libccid unless the vendor says \
                otherwise
                """,
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.smartCardDevices.compactMap { device -> Sighting? in
            let bundles = machine.driverBundles.filter { $0.entry(for: device) != nil }
            guard bundles.count > 1 else { return nil }
            let works = machine.has(.service) && machine.hasReader(for: device)
            return Sighting(
                "\(bundles.count) drivers list '\(device.title)'",
                device.evidence + bundles.map { Evidence("driver", "\($0.path) \($0.version)") },
                severity: works ? .warning : .failure,
                confidence: works ? .proven : .likely,
                about: [.device(device.name)]
            )
        }
        return .foundOrPassed(sightings)
    }
}
