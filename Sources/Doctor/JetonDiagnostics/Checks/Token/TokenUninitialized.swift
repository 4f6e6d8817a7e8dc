internal import Cryptoki
internal import TokenKit

/// A token is not set up.
enum TokenUninitialized: Check {
    static let page = CheckPage(
        id: "token-uninitialized",
        layer: .token,
        title: "the token is not set up",
        symptom: "\"token state: uninitialized\"; `C_Login` and everything after it fail.",
        cause: """
            The token is new. Or a software token store is in another place, belongs to another user, or can't \
            be read; SoftHSM and tpm2-pkcs11 then show an empty slot.
            """,
        detection: """
            `CKF_TOKEN_INITIALIZED` is clear. A card whose metadata says that it still has its published factory \
            PIN is usable, so the finding is only information. Software and TPM tokens always offer one extra \
            empty slot, which counts only if no other token is set up. SoftHSM's token directories are searched.
            """,
        needs: [.token],
        causes: [
            "store-damaged", "tpm2-store", "tpm2-device", "softhsm-tokendir", "softhsm-conf-wrong", "card-no-module",
        ],
        remedies: [
            hardware,
            Remedy("for a software token: mount or restore the token store, or correct the variable that names it"),
        ]
    )

    /// What to do about a device: only its owner knows whether it is new.
    private static let hardware = Remedy(
        "only for a new token: `jeton token init` sets it up and erases its contents",
        needs: .loss
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
                let severity: Severity = machine.hasUsableToken ? .warning : .failure
                if !isHardware { return emptySlot(token, severity, machine) }
                return Sighting(
                    "\(token.title) is not set up",
                    [token.flagEvidence, token.place],
                    severity: severity,
                    about: [token.subject],
                    remedies: [hardware]
                )
            }
        )
    }

    /// An empty slot in software: a store with tokens may be elsewhere, or out of reach, so nothing is to be made.
    private static func emptySlot(_ token: ExaminedToken, _ severity: Severity, _ machine: Machine) -> Sighting {
        let stores = machine.softHSMModules.contains(token.module) ? machine.softHSMStores : []
        let full = stores.first { $0.count > 0 }
        let evidence = stores.map { Evidence("\($0.path)", "tokens: \($0.count)") }
        let find: ReportText =
            full == nil
            ? "if there were tokens: mount or restore their store, or correct the variable that names it"
            : "find out what prevents the module from reading them, such as another directory, an owner or a lock"
        return Sighting(
            full.map { "\(token.title) is not set up, although tokens are in \($0.path)" }
                ?? "\(token.title) is not set up",
            [token.flagEvidence, token.place] + evidence,
            severity: severity,
            about: [token.subject],
            remedies: [
                Remedy(find, commands: stores.prefix(2).map { "ls -la \($0.path)" }),
                Remedy("for a first token: create it as the user who will use it"),
            ]
        )
    }

    private static func factory(_ token: ExaminedToken) -> Sighting {
        Sighting(
            "\(token.title) is still in its factory state: its published PIN works",
            [token.flagEvidence, token.place],
            severity: .info,
            about: [token.subject],
            remedies: [
                Remedy(
                    "replace its PIN, PUK and management key, and create a key and a certificate",
                    commands: ["jeton setup --reader READER"]
                ).naming(reader: token.reader)
            ]
        )
    }
}
