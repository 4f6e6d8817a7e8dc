internal import JetonPCSC

/// No reader has a card.
enum CardAbsent: Check {
    static let page = CheckPage(
        id: "card-absent",
        layer: .card,
        title: "no card is in the reader",
        symptom: "`SCARD_E_NO_SMARTCARD` (0x8010000C), \"Card not present\", slot \"(empty)\".",
        cause:
            """
            No card is inserted, the card is not inserted fully, or it is in a different reader than the \
            selected one.
            """,
        detection:
            "The service reports every reader as empty (state 0x10), and no module shows a token elsewhere.",
        needs: [.reader],
        causes: ["driver-wrong-elf", "driver-reader-not-started"],
        remedies: [Remedy("insert the card fully, chip first and facing up")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let readers = machine.pcsc.readers
        guard readers.allSatisfy({ !$0.flags.contains(.present) }) else { return .passed }
        return .found(
            readers.count == 1
                ? "no card is in '\(readers[0].name.description)'"
                : "no card is in any of the \(readers.count) readers",
            readers.map { Evidence("\($0.name.description)", "\($0.flags.description)") },
            severity: machine.severityOfMissingToken,
            about: readers.map { .reader($0.name.description) }
        )
    }
}
