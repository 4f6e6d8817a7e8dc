/// A module crashes at the end of the program that has used it.
enum ModExitCrash: Check {
    static let page = CheckPage(
        id: "mod-exit-crash",
        layer: .module,
        title: "a module crashes when the program ends",
        symptom:
            "Everything works and the result is right, but the program exits with 139 or \"Segmentation fault\".",
        cause: """
            When a process ends, the module and a library that it uses, usually OpenSSL, clean up in an order \
            that makes one of them crash.
            """,
        detection: """
            The module is initialized and finalized (`C_Finalize`) in a separate program, which then exits \
            normally. If a signal ends the program, or its exit code is different, the module is at fault.
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
            return .unknown("a program that had loaded \(slow.module) did not exit in time")
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
