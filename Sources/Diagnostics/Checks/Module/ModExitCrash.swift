/// A module ends the program badly when that has done its work.
enum ModExitCrash: Check {
    static let page = CheckPage(
        id: "mod-exit-crash",
        layer: .module,
        title: "a module crashes when the program ends",
        symptom:
            "All is done and the result is right, and the program ends with exit code 139 or \"Segmentation fault\".",
        cause: """
            When a process ends, the module and a library that it uses, mostly OpenSSL, clean up in an order that one \
            of them can't stand.
            """,
        detection: """
            The module is started and ended (`C_Finalize`) in a program of its own, which then ends as programs do; a \
            signal or another exit code after that is the module's.
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
                        "the module \(conduct.module) ends programs badly after their work",
                        [Evidence("C_Finalize", "came back"), Evidence("end of the process", "\(words)")],
                        severity: machine.severityOfBrokenModule,
                        about: [.module(conduct.module)]
                    )
                }
            }
        )
    }
}
