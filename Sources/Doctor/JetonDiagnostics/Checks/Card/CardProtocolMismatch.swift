internal import JetonPCSC

/// Card and reader have no protocol in common.
enum CardProtocolMismatch: Check {
    static let page = CheckPage(
        id: "card-protocol-mismatch",
        layer: .card,
        title: "card and reader have no protocol in common",
        symptom: "`SCARD_E_PROTO_MISMATCH` (0x8010000F), \"Protocol not supported\".",
        cause: """
            The card's answer to reset names a protocol that the reader does not support, or is garbled; or an \
            earlier program left the card in a special mode.
            """,
        detection: "A connection with T=0 or T=1, whichever fits, is refused with 0x8010000F.",
        needs: [.card],
        causes: ["card-memory-card"],
        remedies: [
            Remedy("take the card out and insert it again"),
            Remedy("try another reader"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let refused = machine.pcsc.readers.filter { $0.connection == .refused(.protocolMismatch) }
        return .foundOrPassed(
            refused.map { reader in
                Sighting(
                    "the card in '\(reader.name.description)' offers no protocol that the reader supports",
                    [
                        Evidence("SCardConnect", "\(PCSCError.Code.protocolMismatch.description)"),
                        reader.answerEvidence,
                    ],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
