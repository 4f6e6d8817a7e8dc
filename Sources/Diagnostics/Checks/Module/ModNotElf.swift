/// What is named as a module is no library at all.
enum ModNotElf: Check {
    static let page = CheckPage(
        id: "mod-not-elf",
        layer: .module,
        title: "what is named as a module is not a library",
        symptom: "\"file too short\" or \"invalid ELF header\".",
        cause: "A text file, a linker script, a download that was cut off, or a page that was saved in its place.",
        detection: "The file's first octets are no ELF header, it is cut off, or it is no shared object.",
        remedies: [Remedy("install the module again")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.sightings { file -> String? in
            if case .notLibrary(let why) = file { why } else { nil }
        } _: { path, why in
            ("\(path) is not a library", Evidence("\(path)", "\(why)"))
        }
    }
}
