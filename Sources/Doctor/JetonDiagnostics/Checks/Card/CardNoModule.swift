internal import JetonPCSC
internal import TokenKit

/// A card answers, but no installed module reads cards.
enum CardNoModule: Check {
    // Not in the laboratory: OpenSC and Jeton's own module can read cards on every machine that runs the laboratory

    static let page = CheckPage(
        id: "card-no-module",
        layer: .card,
        title: "no installed module can read cards",
        symptom: "`pcsc_scan` shows the card; browsers, ssh and p11tool show no token.",
        cause: "Neither OpenSC nor the token vendor's module is installed.",
        detection: """
            A card accepts a connection, and none of the registered modules uses the PC/SC library.
            """,
        needs: [.card],
        remedies: [
            .install(.openSC), Remedy("install the token vendor's PKCS #11 module"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        // Which modules are installed can't be seen in a choice of them.
        if machine.moduleMentions.contains(where: \.isNamedForThisRun) { return .irrelevant }
        let cards = machine.unreadCards
        guard let reader = cards.first, !machine.modules.contains(where: { machine.usesPCSC(module: $0.path) }) else {
            return .passed
        }
        return .found(
            "no installed module can read the card in '\(reader.name.description)'",
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
