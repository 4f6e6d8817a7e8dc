internal import Cryptoki

/// A token is almost out of memory.
enum TokenMemoryFull: Check {
    // Not in the laboratory: no available module reports the remaining memory

    static let page = CheckPage(
        id: "token-memory-full",
        layer: .token,
        title: "a token is almost out of memory",
        symptom: "`CKR_DEVICE_MEMORY` (0x31) when a key or certificate is created.",
        cause: "Old keys and certificates.",
        detection: "A token reports less than 4 KiB of free memory, and more total memory than that.",
        needs: [.token],
        remedies: [
            Remedy(
                "list the objects on the token, and delete those that are no longer needed",
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
                    "\(token.title) is almost out of memory",
                    [token.flagEvidence, token.place],
                    severity: .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
