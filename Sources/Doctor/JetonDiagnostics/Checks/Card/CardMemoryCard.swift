internal import JetonPCSC

/// The card is a plain memory card.
enum CardMemoryCard: Check {
    static let page = CheckPage(
        id: "card-memory-card",
        layer: .card,
        title: "the card is a memory card and can't store keys",
        symptom:
            "The answer to reset is very short, such as `3B 04 A2 13 10 91`, and no connection can be established.",
        cause: "Synchronous memory cards (SLE4442 and the like) have no processor; readers fake an answer to reset.",
        detection: "The answer to reset is `3B04` followed by four bytes, as readers fake it for such cards.",
        needs: [.card],
        remedies: [Remedy("use a card with a processor")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let cards = machine.pcsc.readers.filter { reader in
            guard reader.atr.count == 6, reader.atr.starts(with: [0x3B, 0x04]) else { return false }
            if case .made = reader.connection { return false }
            return true
        }
        return .foundOrPassed(
            cards.map { reader in
                Sighting(
                    "the card in '\(reader.name.description)' is a memory card",
                    [reader.answerEvidence],
                    confidence: .likely,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
