/// There is no TPM, or this user is not allowed to use it.
enum Tpm2Device: Check {
    static let page = CheckPage(
        id: "tpm2-device",
        layer: .module,
        title: "there is no TPM for tpm2-pkcs11, or this user is not allowed to use it",
        symptom: """
            "Failed to open specified TCTI device file /dev/tpmrm0: Permission denied" or "No such file or directory".
            """,
        cause: "The user is not in the group `tss`, the TPM is disabled in the firmware, or this is a container.",
        detection:
            """
            tpm2-pkcs11 is in use without another TCTI, and /dev/tpmrm0 is missing, or this user is not allowed \
            to open it.
            """,
        causes: ["env-group-not-effective"],
        remedies: [
            Remedy("join the group", commands: ["usermod -aG tss USER"], needs: [.root, .newLogin]),
            Remedy("enable the TPM in the firmware settings"),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .device(let path, let reason)? = machine.tpmFault else { return .passed }
        return .found(
            "tpm2-pkcs11 can't use \(path)",
            [Evidence("\(path)", "\(reason)")] + machine.tpmEvidence,
            severity: machine.severityOfUnusedStore,
            about: machine.tpmSubjects,
            remedies: machine.exists(path)
                ? [
                    Remedy(
                        "join the group",
                        commands: ["usermod -aG tss \(machine.probe.identity.userName)"],
                        needs: [.root, .newLogin]
                    )
                ] : [Remedy("enable the TPM in the firmware settings")]
        )
    }
}
