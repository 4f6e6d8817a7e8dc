/// A library that a module needs is missing.
enum ModMissingNeeded: Check {
    static let page = CheckPage(
        id: "mod-missing-needed",
        layer: .module,
        title: "a library that a module needs is missing",
        symptom: "\"libssl.so.1.1: cannot open shared object file\", though the module itself exists.",
        cause: "A vendor's module is built for an older OpenSSL, PC/SC library or Qt, or a helper library is missing.",
        detection: """
            `DT_NEEDED` and `DT_RUNPATH` of the module's ELF file are followed, library by library, through the \
            linker's directories; nothing is loaded.
            """,
        remedies: [
            Remedy("get the vendor's current version of the module"),
            Remedy("install the package that has the library: `apt-file search NAME`, `dnf provides '*/NAME'`"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.sightings { file -> [String]? in
            if case .lacks(let names) = file { names } else { nil }
        } _: { path, names in
            (
                "the module \(path) needs \(names.count == 1 ? "a library that is" : "libraries that are") missing",
                Evidence("missing", "\(names.joined(separator: ", "))")
            )
        }
    }
}
