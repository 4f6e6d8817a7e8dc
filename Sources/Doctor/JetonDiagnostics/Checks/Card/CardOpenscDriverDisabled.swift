internal import JetonOctets
internal import JetonPCSC

/// OpenSC is configured to ignore this card or reader.
enum CardOpenscDriverDisabled: Check {
    static let page = CheckPage(
        id: "card-opensc-driver-disabled",
        layer: .card,
        title: "OpenSC is configured to ignore the card or reader",
        symptom: "\"Unsupported card\" on this machine only.",
        cause: "`card_drivers` without `internal`, `ignored_readers`, or the variable `OPENSC_DRIVER`.",
        detection: """
            `$OPENSC_CONF`, `/etc/opensc/opensc.conf` and `/etc/opensc.conf` are read, and `OPENSC_DRIVER` is checked, \
            if no module shows the card.
            """,
        needs: [.card],
        remedies: [
            Remedy("set `card_drivers = old, internal;` and remove `ignored_readers`"),
            Remedy("remove the variable", commands: ["unset OPENSC_DRIVER"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let cards = machine.unreadCards
        guard let reader = cards.first else { return .passed }
        let subjects = cards.map { Subject.reader($0.name.description) }
        if let driver = machine.probe.variables["OPENSC_DRIVER"], !driver.isEmpty {
            return .found(
                "OPENSC_DRIVER limits OpenSC to the driver \(driver)",
                [Evidence("OPENSC_DRIVER", "\(driver)"), reader.answerEvidence],
                severity: machine.severityOfUselessDevice,
                confidence: .likely,
                about: subjects
            )
        }
        guard let path = machine.openSCConfiguration, let settings = machine.openSCSettings?.settings else {
            return .passed
        }
        for setting in settings {
            let limitsDrivers = setting.name == "card_drivers" && !setting.values.contains("internal")
            let ignores = setting.name == "ignored_readers" && cards.contains { ignored(setting.values, $0) }
            guard limitsDrivers || ignores else { continue }
            return .found(
                limitsDrivers
                    ? "\(path) leaves OpenSC without its own drivers" : "\(path) makes OpenSC ignore the reader",
                [
                    Evidence("\(path):\(setting.line)", "\(setting.name) = \(setting.values.joined(separator: ", "))"),
                    reader.answerEvidence,
                ],
                severity: machine.severityOfUselessDevice,
                about: subjects
            )
        }
        return .passed
    }

    private static func ignored(_ names: [String], _ reader: PCSCSurvey.Reader) -> Bool {
        names.contains { ForeignText(reader.name).contains($0) }
    }
}
