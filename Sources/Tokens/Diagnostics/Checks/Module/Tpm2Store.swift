/// The tpm2-pkcs11 store can't be used.
enum Tpm2Store: Check {
    static let page = CheckPage(
        id: "tpm2-store",
        layer: .module,
        title: "the tpm2-pkcs11 store is missing or can't be written",
        symptom: """
            "Neither FAPI nor ESYSDB backends could be initialized", or one slot with a token that is not set up.
            """,
        cause: "`TPM2_PKCS11_STORE` leads nowhere, nothing was set up yet, or a service runs without `HOME`.",
        detection: """
            `tpm2_pkcs11.sqlite3` is looked for in `$TPM2_PKCS11_STORE`, otherwise in the user's `.tpm2_pkcs11`, \
            otherwise in `/etc/tpm2_pkcs11`, and checked for access as this user.
            """,
        remedies: [
            Remedy(
                "create a store",
                commands: ["tpm2_ptool init --path DIRECTORY", "export TPM2_PKCS11_STORE=DIRECTORY"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .store(let path, let reason)? = machine.tpmFault else { return .passed }
        return .found(
            "tpm2-pkcs11 can't use the store in \(path)",
            [Evidence("\(path)", "\(reason)")] + machine.tpmEvidence,
            severity: machine.severityOfUnusedStore,
            about: machine.tpmSubjects,
            remedies: machine.exists("\(path)/tpm2_pkcs11.sqlite3")
                ? [
                    Remedy(
                        "give the store to the user",
                        commands: ["chown -R \(machine.probe.identity.userName) \(path)"],
                        needs: .root
                    )
                ]
                : [
                    Remedy(
                        "create a store",
                        commands: [
                            "mkdir -p \(path)", "tpm2_ptool init --path \(path)", "export TPM2_PKCS11_STORE=\(path)",
                        ]
                    )
                ]
        )
    }
}
