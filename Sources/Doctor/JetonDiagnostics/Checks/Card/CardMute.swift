internal import JetonPCSC

/// A card is in the reader and does not answer.
enum CardMute: Check {
    static let page = CheckPage(
        id: "card-mute",
        layer: .card,
        title: "the card does not answer",
        symptom: """
            "Card inserted, Unresponsive card", `SCARD_W_UNRESPONSIVE_CARD` (0x80100066); pcscd logs "PowerUp failed".
            """,
        cause:
            "The card is inserted the wrong way, its contacts are dirty, its chip is dead, or it has no chip.",
        detection: "The reader's state has `SCARD_STATE_MUTE` (0x200), or SCardConnect returns 0x80100066.",
        needs: [.reader],
        causes: ["card-memory-card", "pcscd-after-suspend", "usb-undervoltage"],
        remedies: [
            Remedy("take the card out, turn it around or over, and insert it again"),
            Remedy("clean the contacts with a dry cloth, or try another reader"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let mute = machine.pcsc.readers.filter {
            $0.flags.contains(.mute) || $0.connection == .refused(.unresponsiveCard)
        }
        return .foundOrPassed(
            mute.map { reader in
                Sighting(
                    "the card in '\(reader.name.description)' does not answer",
                    [
                        Evidence("state", "\(reader.flags.description)"),
                        Evidence("events", "\(reader.eventCount)"),
                    ],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
