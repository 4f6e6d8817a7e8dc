internal import JetonPCSC

/// The card gets no power.
enum CardUnpowered: Check {
    // Not in the laboratory: pcscd 1.9.9 reports this only for a card that it powered down itself

    static let page = CheckPage(
        id: "card-unpowered",
        layer: .card,
        title: "the card gets no power",
        symptom: "`SCARD_W_UNPOWERED_CARD` (0x80100067); the card works in another reader.",
        cause: "The reader does not offer the voltage that the card needs, or powering it failed.",
        detection: """
            A connection is refused with 0x80100067. The state "unpowered" without a connection is normal: pcscd \
            powers down idle cards.
            """,
        needs: [.card],
        causes: ["pcscd-after-suspend"],
        remedies: [Remedy("take the card out and insert it again"), Remedy("try another reader")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let refused = machine.pcsc.readers.filter { $0.connection == .refused(.unpoweredCard) }
        return .foundOrPassed(
            refused.map { reader in
                Sighting(
                    "the card in '\(reader.name.description)' gets no power",
                    [Evidence("SCardConnect", "\(PCSCError.Code.unpoweredCard.description)"), reader.answerEvidence],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
