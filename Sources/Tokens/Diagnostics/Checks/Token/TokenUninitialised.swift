internal import Cryptoki
internal import TokenKit

/// A token was never set up.
enum TokenUninitialised: Check {
    static let page = CheckPage(
        id: "token-uninitialised",
        layer: .token,
        title: "the token was never set up",
        symptom: "\"token state: uninitialized\"; `C_Login` and everything after it fail.",
        cause: "A new token, a new SoftHSM slot, or a TPM store without a token.",
        detection: """
            `CKF_TOKEN_INITIALIZED` is clear. A card whose metadata tells that it has the published PIN of its factory can \
            be used: that is information. Software and TPM tokens always offer one more empty slot: these count only \
            if no other token is set up.
            """,
        needs: [.token],
        causes: [
            "store-damaged", "tpm2-store", "tpm2-device", "softhsm-tokendir", "softhsm-conf-wrong", "card-no-module",
        ],
        remedies: [
            Remedy(
                "set it up; everything on it is erased",
                commands: ["jeton token init --reader READER --label LABEL"],
                needs: .loss
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        // Of a token whose channel is closed nothing is known, and one with a locked PIN is not new.
        let empty = machine.tokens.filter {
            !$0.info.flags.contains(.tokenInitialized) && !$0.info.flags.contains(.userPINLocked)
                && !$0.slot.isUnpaired && $0.slot.tokenError == nil
        }
        return .foundOrPassed(
            empty.compactMap { token in
                if Machine.isOfFactory(token.info, module: token.module) { return factory(token) }
                let flags = token.slot.info.flags
                // tpm2-pkcs11 says of its spare slot, too, that it is hardware.
                let isHardware =
                    (flags.contains(.hardwareSlot) || flags.contains(.removableDevice))
                    && !machine.tpmModules.contains(token.module)
                if machine.hasUsableToken, !isHardware { return nil }
                return Sighting(
                    "\(token.title) was never set up",
                    [token.flagEvidence, token.place],
                    severity: machine.hasUsableToken ? .warning : .failure,
                    about: [token.subject]
                )
            }
        )
    }

    private static func factory(_ token: ExaminedToken) -> Sighting {
        Sighting(
            "\(token.title) is as its factory made it: its PIN is published, and works",
            [token.flagEvidence, token.place],
            severity: .info,
            about: [token.subject],
            remedies: [
                Remedy(
                    "replace its PIN, PUK and management key, and make a key and a certificate",
                    commands: ["jeton setup --reader READER"]
                ).naming(reader: token.reader)
            ]
        )
    }
}
