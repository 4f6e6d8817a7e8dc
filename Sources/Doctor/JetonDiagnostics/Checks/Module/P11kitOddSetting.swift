internal import TokenKit

/// A line of p11-kit's configuration does not mean what it seems to.
enum P11kitOddSetting: Check {
    static let page = CheckPage(
        id: "p11kit-odd-setting",
        layer: .module,
        title: "a p11-kit setting does not mean what it seems to",
        symptom: "A module has a different priority from the one its file suggests, or is loaded in other programs.",
        cause:
            """
            A value that p11-kit replaces with its default, a name that it does not know, a setting that occurs \
            twice.
            """,
        detection: "Every line of pkcs11.conf and of all `.module` files is read as p11-kit reads it.",
        remedies: [Remedy("correct the line")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.probe.registry().problems.filter { problem in
                !problem.stopsP11Kit && ![.noSuchModule, .openToOthers, .relativePath].contains(problem.code)
            }.map { problem in
                Sighting(
                    "a setting in \(problem.file) does not mean what it seems to",
                    [Evidence("fault", "\(problem.description)")],
                    severity: .info
                )
            }
        )
    }
}
