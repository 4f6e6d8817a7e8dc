/// A file that is configured as a module is not a library.
enum ModNotElf: Check {
    static let page = CheckPage(
        id: "mod-not-elf",
        layer: .module,
        title: "a file configured as a module is not a library",
        symptom: "\"file too short\" or \"invalid ELF header\".",
        cause: "A text file, a linker script, an incomplete download, or a web page saved in its place.",
        detection: "The file does not start with an ELF header, is truncated, or is not a shared object.",
        remedies: [Remedy("reinstall the module")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.sightings { file -> String? in
            if case .notLibrary(let why) = file { why } else { nil }
        } _: { path, why in
            ("\(path) is not a library", Evidence("\(path)", "\(why)"))
        }
    }
}
