/// The client library can't be loaded.
enum PcscdLibpcscliteMissing: Check {
    static let page = CheckPage(
        id: "pcscd-libpcsclite-missing",
        layer: .service,
        title: "the PC/SC client library is missing",
        symptom: """
            "failed to open driver `libpcsclite.so.1'"; modules can't be loaded: "libpcsclite.so.1: cannot open \
            shared object file".
            """,
        cause: "A minimal system or container without the library's package.",
        detection: "`libpcsclite.so.1` can't be loaded by the dynamic linker, in a child of our own.",
        remedies: [.install(.library)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.wasAsked else { return .unknown("no child could be started to load it in") }
        guard machine.pcsc.libraryPath == nil else { return .passed }
        return .found(
            "the PC/SC client library can't be loaded",
            [Evidence("dlopen", "\(machine.pcsc.libraryError ?? "no reason given")")],
            about: [.service]
        )
    }
}
