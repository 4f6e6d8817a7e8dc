internal import PCSC
internal import TokenKit

/// A card answers, and there is no module that reads cards.
enum CardNoModule: Check {
    static let page = CheckPage(
        id: "card-no-module",
        layer: .card,
        title: "a card is there, and no installed module reads cards",
        symptom: "`pcsc_scan` shows the card; browsers, ssh and p11tool show no token.",
        cause: "Neither OpenSC nor the module of the token's maker is installed.",
        detection: """
            A card takes a connection, and none of the registered modules uses the PC/SC library.
            """,
        needs: [.card],
        remedies: [
            .install(.openSC), Remedy("install the PKCS #11 module of the token's maker"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let cards = machine.unreadCards
        guard let reader = cards.first, !machine.modules.contains(where: { machine.usesPCSC(module: $0.path) }) else {
            return .passed
        }
        return .found(
            "no installed module reads the card in '\(reader.name.description)'",
            [
                reader.answerEvidence,
                Evidence("modules", "\(machine.modules.map(\.path).joined(separator: ", "))"),
            ],
            severity: machine.severityOfUselessDevice,
            about: cards.map { .reader($0.name.description) },
            remedies: reader.makersModule.map { [$0] }
        )
    }
}
