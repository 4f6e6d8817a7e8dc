/// A variable puts other libraries before the system's.
enum EnvLibraryPath: Check {
    static let page = CheckPage(
        id: "env-library-path",
        layer: .environment,
        title: "an environment variable makes programs load other libraries instead of the system's",
        symptom: "Errors about symbols or protocols occur in one shell only.",
        cause: "`LD_LIBRARY_PATH` is set by conda, an AppImage or a vendor's script.",
        detection: "A directory of `LD_LIBRARY_PATH` contains a libcrypto or libpcsclite, or `LD_PRELOAD` names one.",
        remedies: [Remedy("try without the variables", commands: ["env -u LD_LIBRARY_PATH -u LD_PRELOAD jeton doctor"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let names = ["libcrypto.so.3", "libpcsclite.so.1", "libssl.so.3"]
        let folders = (machine.probe.variables["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
        var found = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }.filter(machine.exists)
        let preloaded = machine.probe.variables["LD_PRELOAD"] ?? ""
        found += preloaded.split { $0 == ":" || $0 == " " }.map(String.init).filter { path in
            names.contains { path.hasSuffix($0) }
        }
        guard !found.isEmpty else { return .passed }
        let isInTheWay = !machine.failedModules.isEmpty || machine.pcsc.failure != nil
        return .found(
            "this shell makes programs load other libraries instead of the system's",
            found.map { Evidence("taken first", "\($0)") },
            severity: isInTheWay ? .failure : .warning,
            confidence: .likely
        )
    }
}
