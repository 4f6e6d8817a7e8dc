/// The keystore of the TPM's Feature API was not set up.
enum Tpm2Fapi: Check {
    static let page = CheckPage(
        id: "tpm2-fapi",
        layer: .module,
        title: "tpm2-pkcs11 is configured to use the TPM's Feature API, which is not set up",
        symptom: "\"Profile of path not provisioned: /HS/SRK\", \"Listing FAPI token objects failed\"; no token.",
        cause:
            """
            `TPM2_PKCS11_BACKEND=fapi` without `tss2_provision`, a keystore that this user can't write to, or a \
            build without the Feature API.
            """,
        detection: """
            The variable is set, no tpm2-pkcs11 token is set up, and the module was built without the Feature API, as \
            Debian's is, or the keystore that fapi-config.json names has no storage root key of the profile, or is \
            not accessible to this user.
            """,
        causes: ["tpm2-device", "env-group-not-effective"],
        remedies: [
            Remedy("use tpm2-pkcs11's own database", commands: ["export TPM2_PKCS11_BACKEND=esysdb"]),
            Remedy("provision the Feature API", commands: ["tss2_provision"], needs: .root),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .featureKeystore(let path, let reason)? = machine.tpmFault else { return .passed }
        return .found(
            "tpm2-pkcs11 is configured to use the TPM's Feature API, but can't",
            [Evidence("\(path)", "\(reason)")] + machine.tpmEvidence,
            severity: machine.severityOfUnusedStore,
            about: machine.tpmSubjects
        )
    }
}
