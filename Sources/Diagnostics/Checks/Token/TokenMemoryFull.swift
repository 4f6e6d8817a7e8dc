internal import Cryptoki

/// A token has hardly any memory left.
enum TokenMemoryFull: Check {
    static let page = CheckPage(
        id: "token-memory-full",
        layer: .token,
        title: "a token has hardly any memory left",
        symptom: "`CKR_DEVICE_MEMORY` (0x31) when a key or certificate is made.",
        cause: "Old keys and certificates.",
        detection: "A token tells less than 4 KiB of free memory, of more than that in all.",
        needs: [.token],
        remedies: [
            Remedy(
                "look at what is on it, and delete what nobody needs",
                commands: ["jeton object list --reader READER"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard case .value(let free) = token.info.freePublicMemory, free < 4096,
                    case .value(let total) = token.info.totalPublicMemory, total > 4096
                else { return nil }
                return Sighting(
                    "\(token.title) has hardly any memory left",
                    [token.flagEvidence, token.place],
                    severity: .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
