internal import JetonOctets
internal import JetonPCSC
internal import TokenKit

/// The card's vendor has a module, and it is not among those that started.
enum CardWrongModuleForCard: Check {
    static let page = CheckPage(
        id: "card-wrong-module-for-card",
        layer: .card,
        title: "none of the installed modules is for this card",
        symptom: "The slot is shown without a token; another module would show it.",
        cause: "OpenSC is registered for a token that needs its vendor's module, or the reverse.",
        detection: """
            The answer to reset belongs to a vendor whose module is known, that module is not registered, and no other \
            shows the token.
            """,
        needs: [.card, .module],
        remedies: [Remedy("install the token vendor's module and register it with p11-kit")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.unreadCards.compactMap { reader -> Sighting? in
            guard let token = reader.knownToken, let remedy = reader.makersModule,
                !machine.modules.contains(where: { $0.path.contains(reader.makersModuleName ?? "/") }),
                machine.modules.contains(where: { machine.usesPCSC(module: $0.path) })
            else { return nil }
            return Sighting(
                "the card in '\(reader.name.description)' is a \(token), and its vendor's module is not installed",
                [
                    reader.answerEvidence,
                    Evidence("modules", "\(machine.modules.map(\.path).joined(separator: ", "))"),
                ],
                severity: machine.severityOfUselessDevice,
                about: [.reader(reader.name.description)],
                remedies: [remedy]
            )
        }
        return .foundOrPassed(sightings)
    }
}
