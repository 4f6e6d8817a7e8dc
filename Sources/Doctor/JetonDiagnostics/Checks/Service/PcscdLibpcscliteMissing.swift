import JetonOctets

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
        detection: "The dynamic linker can't load `libpcsclite.so.1` in a child process of jeton.",
        remedies: [.install(.library)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.wasAsked else { return .unknown("no child process could be started to load it in") }
        guard machine.pcsc.libraryPath == nil else { return .passed }
        if machine.pcsc.libraryError?.contains("Too many open files") == true {
            return .unknown("the limit of open files prevents the library from being loaded (see env-low-limits)")
        }
        return .found(
            "the PC/SC client library can't be loaded",
            [Evidence("dlopen", "\(machine.pcsc.libraryError ?? "no reason given")")],
            about: [.service]
        )
    }
}
