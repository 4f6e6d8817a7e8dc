internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC
internal import TokenKit

/// OpenSC has no slot left for a reader.
enum CardOpenscSlotLimit: Check {
    static let page = CheckPage(
        id: "card-opensc-slot-limit",
        layer: .card,
        title: "OpenSC has no slot left for a reader with a card",
        symptom: "The token in one of many readers is missing; `CKR_SLOT_ID_INVALID` (0x3).",
        cause: "There are more readers, or more slots for each card, than `max_virtual_slots` in opensc.conf allows.",
        detection: """
            OpenSC shows as many slots as `max_virtual_slots` says (default: 16), and none of them belongs to a \
            reader whose card accepts a connection.
            """,
        needs: [.card, .module],
        remedies: [
            Remedy(
                "raise the limit: in opensc.conf, `app opensc-pkcs11 { pkcs11 { max_virtual_slots = 64; } }`",
                needs: .root
            ),
            Remedy("unplug unused readers"),
        ]
    )

    private static let usualLimit = 16

    static func run(on machine: Machine) -> CheckOutcome {
        guard let (path, survey) = machine.surveys.first(where: { machine.isOpenSC($0.path) }) else {
            return .irrelevant
        }
        let setting = machine.openSCNumber("max_virtual_slots")
        let limit = setting?.value ?? usualLimit
        guard survey.slots.count >= limit else { return .passed }
        let shown = survey.slots.map(\.info.slotDescription.description)
        let hidden = machine.unreadCards.filter { reader in
            !shown.contains { !$0.isEmpty && ForeignText(reader.name).hasPrefix($0) }
        }
        return .foundOrPassed(
            hidden.map { reader in
                Sighting(
                    "OpenSC has no slot left for the card in '\(reader.name.description)'",
                    [
                        Evidence("slots of \(path)", "\(survey.slots.count)"),
                        Evidence("max_virtual_slots", "\(limit), \(setting?.place ?? "OpenSC's default")"),
                        Evidence("readers", "\(machine.pcsc.readers.count)"),
                    ],
                    severity: machine.severityOfUselessDevice,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
