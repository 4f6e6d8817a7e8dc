internal import JetonPCSC

/// A reader with two slots has the card in one of them.
enum CardWrongSlotDual: Check {
    static let page = CheckPage(
        id: "card-wrong-slot-dual",
        layer: .card,
        title: "the card is in one of two slots of a reader, and programs may use the other",
        symptom: "A program uses the first reader, finds it empty and gives up, while the second has the card.",
        cause:
            """
            Readers for contact and contactless cards show up as two readers; programs that use reader 0 miss \
            one of them.
            """,
        detection: "Two readers differ only in the slot number, the first is empty and the second has a card.",
        needs: [.card],
        remedies: [Remedy("choose the reader by its name, for example with `--reader`")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let readers = machine.pcsc.readers
        for empty in readers where !empty.flags.contains(.present) {
            guard let slot = empty.name.slot else { continue }
            let other = readers.first { reader in
                reader.flags.contains(.present) && reader.name.model == empty.name.model
                    && reader.name.index == empty.name.index && (reader.name.slot ?? 0) > slot
            }
            guard let other else { continue }
            return .found(
                """
                the card is in '\(other.name.description)', which is listed after the empty \
                '\(empty.name.description)'
                """,
                [
                    Evidence("\(empty.name.description)", "\(empty.flags.description)"),
                    Evidence("\(other.name.description)", "\(other.flags.description)"),
                ],
                severity: .info
            )
        }
        return .passed
    }
}
