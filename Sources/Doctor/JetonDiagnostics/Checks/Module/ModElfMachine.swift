/// A module is built for a different processor.
enum ModElfMachine: Check {
    static let page = CheckPage(
        id: "mod-elf-machine",
        layer: .module,
        title: "a module is built for a different processor",
        symptom: """
            "cannot open shared object file: No such file or directory", though the file exists: the linker's message \
            is misleading.
            """,
        cause: "The vendor ships several builds, and the wrong one was installed.",
        detection: "`e_machine` in the file's ELF header is compared with this program's.",
        remedies: [Remedy("install the build for this processor, which `uname -m` names")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.sightings { file -> ELFHeader? in
            if case .otherMachine(let header) = file { header } else { nil }
        } _: { path, header in
            ("the module \(path) is built for \(header)", Evidence("\(path)", "\(header); this is \(ELFHeader.own)"))
        }
    }
}
