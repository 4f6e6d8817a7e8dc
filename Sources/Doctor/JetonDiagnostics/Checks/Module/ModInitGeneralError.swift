internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// A module loads but does not start, and no more specific reason is known.
enum ModInitGeneralError: Check {
    static let page = CheckPage(
        id: "mod-init-general-error",
        layer: .module,
        title: "a module loads but does not start",
        symptom: "`CKR_GENERAL_ERROR` (0x5), `CKR_FUNCTION_FAILED` (0x6) or another code from `C_Initialize`.",
        cause:
            """
            A fault in its configuration, its permissions, a service it needs, or its hardware. The code does \
            not say which.
            """,
        detection: """
            `C_Initialize` or a call right after it fails, and none of the checks of SoftHSM, tpm2-pkcs11 and \
            opencryptoki explains it.
            """,
        causes: [
            "ock-config", "tpm2-fapi", "store-damaged", "setting-unknown",
            "softhsm-conf-wrong", "softhsm-conf-unreadable", "softhsm-tokendir", "tpm2-device", "tpm2-store",
            "ock-slotd-down", "ock-group",
        ],
        remedies: [Remedy("enable the module's log, as its documentation describes")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.failedModules.compactMap { path, failure in
                switch failure {
                case .failed: break
                case .notLoaded(let error) where [.functionListFailed, .interfaceFailed].contains(error.code): break
                default: return nil
                }
                // Said by the checks of these modules.
                if machine.softHSMFault != nil, path.contains("softhsm") { return nil }
                if machine.tpmFault != nil, path.contains("tpm2_pkcs11") { return nil }
                if machine.openCryptokiFault != nil, Machine.isOpenCryptoki(path) { return nil }
                if machine.usesPCSC(module: path), !machine.has(.service) { return nil }
                var sighting = Sighting(
                    "the module \(path) does not start",
                    [Evidence("answer", "\(failure.description)")],
                    severity: machine.severityOfBrokenModule,
                    about: [.module(path)]
                )
                if machine.usesPCSC(module: path) {
                    // OpenSC, for one, starts with asking each card, and fails with the first that does not answer.
                    sighting.causes = [
                        "excl-gnome-smartcard", "excl-app-exclusive", "excl-transaction-held", "card-memory-card",
                        "card-mute", "card-hangs", "card-unpowered", "card-protocol-mismatch",
                    ]
                }
                return sighting
            }
        )
    }
}
