/// What is named as a module is a library of another kind.
enum ModNoGetfunctionlist: Check {
    static let page = CheckPage(
        id: "mod-no-getfunctionlist",
        layer: .module,
        title: "what is named as a module is another kind of library",
        symptom: "\"undefined symbol: C_GetFunctionList\"; ssh: \"provider … is not a PKCS11 library\".",
        cause: "OpenSSL's engine, libp11, libykpiv or the PC/SC library was named in the module's place.",
        detection: """
            The ELF file's dynamic symbols define neither `C_GetFunctionList` nor `C_GetInterface`; what is known to \
            be mistaken for a module is told with the file that was meant.
            """,
        remedies: [Remedy("name the PKCS #11 module; `jeton modules list` shows those that are here")]
    )

    private static let mistaken: [(part: String, meant: String)] = [
        ("libykpiv", "libykcs11.so"), ("libp11.", "opensc-pkcs11.so"), ("engines-", "opensc-pkcs11.so"),
        ("ossl-modules", "opensc-pkcs11.so"), ("libopensc", "opensc-pkcs11.so"),
        ("libpcsclite", "the module of the token's maker, or opensc-pkcs11.so"),
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
                    remedies: meant.map { [Remedy("name \($0) instead at \(mention.place)")] }
                )
            }
        )
    }
}
