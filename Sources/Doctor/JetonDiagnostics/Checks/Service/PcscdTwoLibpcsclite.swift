internal import JetonPCSC

/// More than one client library is installed.
enum PcscdTwoLibpcsclite: Check {
    static let page = CheckPage(
        id: "pcscd-two-libpcsclite",
        layer: .service,
        title: "there are two copies of the PC/SC client library",
        symptom: "Some programs work, others get `SCARD_E_SERVICE_STOPPED` (0x8010001E).",
        cause:
            "An old build under /usr/local, or a vendor's bundle, is installed alongside the distribution's library.",
        detection: """
            `libpcsclite.so.1` is in more than one of the usual directories and those under `/opt`, and the \
            files differ.
            """,
        remedies: [
            Remedy(
                "uninstall the copy that no package owns the way it was installed, and check which copy is used",
                commands: ["ldconfig -p | grep libpcsclite"],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let triplets = ["x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu"]
        let folders =
            ["/usr/local/lib", "/usr/local/lib64", "/usr/lib", "/usr/lib64", "/lib", "/lib64"]
            + triplets.flatMap { ["/usr/lib/\($0)", "/usr/local/lib/\($0)"] }
            + machine.names(in: "/opt").map { "/opt/\($0)/lib" }
        var seen: Set<[UInt64]> = []
        let paths = folders.map { "\($0)/libpcsclite.so.1" }.filter { path in
            guard let status = try? machine.probe.status(of: path) else { return false }
            return seen.insert(status.identity).inserted
        }
        // The library of another class of machine is for programs of that class.
        let own = paths.filter { machine.header(ofLibrary: $0).map { $0 == .own } ?? true }
        guard own.count > 1 else { return .passed }
        let isMismatch = machine.pcsc.failure?.code == .serviceStopped
        return .found(
            "there are \(own.count) copies of libpcsclite.so.1",
            own.map { Evidence("library", "\($0)") } + [
                Evidence("in use here", "\(machine.pcsc.libraryPath ?? "none")")
            ],
            severity: isMismatch ? .failure : .warning,
            about: isMismatch ? [.service] : []
        )
    }
}
