/// Java does not find the PC/SC library.
enum JavaPcscLib: Check {
    static let page = CheckPage(
        id: "java-pcsc-lib",
        layer: .application,
        title: "Java does not find the PC/SC library",
        symptom: "`javax.smartcardio`: \"CardException: list() failed\", no terminals.",
        cause: "Some JDKs look for `libpcsclite.so`, which only the development package contains.",
        detection: "With `--app java`: Java is installed, and no library directory has `libpcsclite.so`.",
        needs: [.library],
        remedies: [
            Remedy(
                "give Java the path of the library",
                commands: ["java -Dsun.security.smartcardio.library=/usr/lib/x86_64-linux-gnu/libpcsclite.so.1 …"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let javas =
            ["/usr/bin/java"] + [machine.probe.variables["JAVA_HOME"]].compactMap { $0 }.map { "\($0)/bin/java" }
        guard machine.isAskedAbout(.java), javas.contains(where: machine.exists) else { return .irrelevant }
        guard !machine.linkerDirectories.contains(where: { machine.exists("\($0)/libpcsclite.so") }) else {
            return .passed
        }
        return .found(
            """
            Java may not find the PC/SC library, which is installed as \
            \(machine.pcsc.libraryPath ?? "libpcsclite.so.1")
            """,
            [Evidence("searched for libpcsclite.so", "\(machine.linkerDirectories.joined(separator: ", "))")],
            severity: .warning,
            confidence: .likely
        )
    }
}
