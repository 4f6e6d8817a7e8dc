/// A module is built for a different word size.
enum ModElfClass: Check {
    static let page = CheckPage(
        id: "mod-elf-class",
        layer: .module,
        title: "a module is built for a different word size than the programs that load it",
        symptom: "\"wrong ELF class: ELFCLASS32\".",
        cause: "A vendor's 32-bit package on a 64-bit system.",
        detection: "`EI_CLASS` in the file's ELF header is compared with this program's.",
        remedies: [Remedy("install the vendor's 64-bit package")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.sightings { file -> ELFHeader? in
            if case .otherClass(let header) = file { header } else { nil }
        } _: { path, header in
            ("the module \(path) is \(header), and this system is \(ELFHeader.own)", Evidence("\(path)", "\(header)"))
        }
    }
}
