internal import TokenKit

/// The tpm2-pkcs11 store can't be used.
enum Tpm2Store: Check {
    static let page = CheckPage(
        id: "tpm2-store",
        layer: .module,
        title: "the tpm2-pkcs11 store is missing or can't be written",
        symptom: """
            "Neither FAPI nor ESYSDB backends could be initialized", or one slot with a token that is not set up.
            """,
        cause:
            """
            `TPM2_PKCS11_STORE` names a directory that does not exist, nothing was set up yet, or a service runs \
            without `HOME`.
            """,
        detection: """
            `tpm2_pkcs11.sqlite3` is searched for in `$TPM2_PKCS11_STORE`, otherwise in the user's \
            `.tpm2_pkcs11`, otherwise in `/etc/tpm2_pkcs11`, and checked for access as this user.
            """,
        remedies: [
            Remedy("restore the store, or correct the variable", commands: ["export TPM2_PKCS11_STORE=DIRECTORY"]),
            Remedy("only if there never was a store: create one", commands: ["tpm2_ptool init --path DIRECTORY"]),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .store(let path, let reason)? = machine.tpmFault else { return .passed }
        return .found(
            "tpm2-pkcs11 can't use the store in \(path)",
            [Evidence("\(path)", "\(reason)")] + machine.tpmEvidence,
            severity: machine.severityOfUnusedStore,
            about: machine.tpmSubjects,
            remedies: remedies(path, machine)
        )
    }

    private static func remedies(_ path: String, _ machine: Machine) -> [Remedy] {
        let file = "\(path)/tpm2_pkcs11.sqlite3"
        do throws(SystemFailure) {
            let status = try machine.probe.status(of: file)
            if status.userID == machine.probe.identity.userID { return [machine.ownAccess(to: file, status)] }
            return [
                Remedy(
                    "run the program as user \(status.userID), who owns the store, or name a store of your own",
                    commands: ["ls -ld \(path)", "export TPM2_PKCS11_STORE=DIRECTORY"]
                )
            ]
        } catch {
            let find = Remedy(
                "restore the store, or correct the variable",
                commands: ["export TPM2_PKCS11_STORE=DIRECTORY"]
            )
            // What this user can't see may be there.
            guard error.number == 2 else { return [find, .askAdministrator] }
            let creation: ShellCommand = "tpm2_ptool init --path \(path)"
            return [
                find,
                Remedy("only if there never was a store: create one", commands: ["mkdir -p \(path)", creation]),
            ]
        }
    }
}
