import JetonOctets

/// A file that is configured as a module is another kind of library.
enum ModNoGetfunctionlist: Check {
    static let page = CheckPage(
        id: "mod-no-getfunctionlist",
        layer: .module,
        title: "a file configured as a module is another kind of library",
        symptom: "\"undefined symbol: C_GetFunctionList\"; ssh: \"provider … is not a PKCS11 library\".",
        cause: "OpenSSL's engine, libp11, libykpiv or the PC/SC library was named instead of the module.",
        detection: """
            The ELF file's dynamic symbols define neither `C_GetFunctionList` nor `C_GetInterface`; for libraries that \
            are often mistaken for a module, the intended file is named.
            """,
        remedies: [Remedy("name the PKCS #11 module instead; `jeton modules list` shows the available modules")]
    )

    private static let mistaken: [(part: String, meant: String)] = [
        ("libykpiv", "libykcs11.so"), ("libp11.", "opensc-pkcs11.so"), ("engines-", "opensc-pkcs11.so"),
        ("ossl-modules", "opensc-pkcs11.so"), ("libopensc", "opensc-pkcs11.so"),
        ("libpcsclite", "the token vendor's module, or opensc-pkcs11.so"),
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        let found = machine.mentions { file -> Bool? in file == .noEntryPoint ? true : nil }
        return .foundOrPassed(
            found.map { mention, _ in
                let meant = mistaken.first { mention.path.contains($0.part) }?.meant
                return Sighting(
                    "\(mention.path) is a library, but not a PKCS #11 module",
                    [
                        Evidence("exports", "neither C_GetFunctionList nor C_GetInterface"),
                        Evidence("named by", "\(mention.place)"),
                    ],
                    severity: machine.severity(of: mention),
                    about: [.module(mention.path)],
                    remedies: meant.map { [Remedy("use \($0) instead at \(mention.place)")] }
                )
            }
        )
    }
}
