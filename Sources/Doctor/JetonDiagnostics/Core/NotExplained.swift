/// What goes wrong without a check that knows why: shown with its raw facts, never taken for health.
enum NotExplained {
    static let page = CheckPage(
        id: .notExplained,
        layer: .environment,
        title: "something fails, and no check explains it",
        symptom: "",
        cause: "",
        detection: "",
        remedies: [
            Remedy(
                "create a report and send it to the vendor of the device or module, or to Jeton",
                commands: ["jeton doctor --report jeton-report.txt"]
            )
        ]
    )

    /// The symptoms that no finding is about.
    static func findings(on machine: Machine, beside known: [Finding]) -> [Finding] {
        let explained = Set(known.flatMap(\.subjects))
        return machine.symptoms.filter { explained.isDisjoint(with: $0.subjects) }
            .map { Finding(Sighting($0.summary, $0.evidence, severity: $0.severity, about: $0.subjects), of: page) }
    }
}
