internal import Cryptoki
internal import JetonOctets

/// The TPM accepts no PIN for a while.
enum TokenTpmLockout: Check {
    static let page = CheckPage(
        id: "token-tpm-lockout",
        layer: .token,
        title: "the TPM temporarily refuses all PINs after wrong ones",
        symptom: "\"TPM is in DA lockout mode\" (0x921); the right PIN is refused.",
        cause: "Wrong PINs, or power cuts without a shutdown: the TPM counts both.",
        detection: """
            A tpm2-pkcs11 token is set up, and `tpm2_getcap properties-variable` shows `inLockout`. No PIN is \
            tried.
            """,
        needs: [.token],
        remedies: [
            Remedy("wait: one try comes back after each `TPM2_PT_LOCKOUT_INTERVAL`, in seconds"),
            Remedy(
                "clear the lockout with the lockout password",
                commands: ["tpm2_dictionarylockout --clear-lockout"],
                needs: .root
            ),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let tokens = machine.initializedTokens.filter { machine.tpmModules.contains($0.module) }
        guard !tokens.isEmpty else { return .irrelevant }
        var arguments = ["tpm2_getcap"]
        if let way = machine.probe.variables["TPM2_PKCS11_TCTI"], !way.isEmpty { arguments += ["--tcti", way] }
        guard case .ended(0, let output) = machine.probe.run(arguments + ["properties-variable"]) else {
            return .unknown("the TPM's state is not available: `tpm2_getcap` from tpm2-tools fails")
        }
        func value(_ name: String) -> String? {
            output.lines().map { $0.split(separator: " ") }
                .first { $0.count == 2 && $0[0].hasPrefix("\(name):") }.map { String($0[1]) }
        }
        guard value("inLockout") == "1" else { return .passed }
        let properties = ["LOCKOUT_COUNTER", "MAX_AUTH_FAIL", "LOCKOUT_INTERVAL"].map { "TPM2_PT_\($0)" }
        return .found(
            "the TPM currently refuses all PINs, after too many wrong ones",
            [Evidence("inLockout", "1")]
                + properties.compactMap { name in value(name).map { Evidence("\(name)", "\($0)") } },
            about: tokens.map(\.subject)
        )
    }
}
