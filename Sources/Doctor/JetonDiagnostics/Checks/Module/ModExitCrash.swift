/// A module crashes at the end of the program that has used it.
enum ModExitCrash: Check {
    static let page = CheckPage(
        id: "mod-exit-crash",
        layer: .module,
        title: "a module crashes when the program ends",
        symptom:
            "Everything works and the result is right, but the program ends with exit code 139 or \"Segmentation fault\".",
        cause: """
            When a process ends, the module and a library that it uses, usually OpenSSL, clean up in an order that one \
            of them does not survive.
            """,
        detection: """
            The module is initialized and finalized (`C_Finalize`) in a separate program, which then exits as programs \
            do; a signal or a different exit code after that is the module's fault.
            """,
        needs: [.module],
        causes: ["env-library-path"],
        remedies: [
            Remedy("use later versions of the module and of OpenSSL"),
            Remedy("with pkcs11-provider: set `pkcs11-module-quirks = no-deinit` in openssl.cnf"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let conducts = machine.moduleConduct
        if !conducts.contains(where: { $0.faultAtExit != nil }), let slow = conducts.first(where: \.isEndUnseen) {
            return .unknown("a program that had loaded \(slow.module) did not end in time")
        }
        return .foundOrPassed(
            conducts.compactMap { conduct in
                conduct.faultAtExit.map { words in
                    Sighting(
                        "the module \(conduct.module) crashes programs when they exit",
                        [Evidence("C_Finalize", "returned"), Evidence("end of the process", "\(words)")],
                        severity: machine.severityOfBrokenModule,
                        about: [.module(conduct.module)]
                    )
                }
            }
        )
    }
}
