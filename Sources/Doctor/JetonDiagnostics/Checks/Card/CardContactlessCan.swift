internal import JetonPCSC

/// A contactless identity card reveals nothing before it receives the number printed on it.
enum CardContactlessCan: Check {
    static let page = CheckPage(
        id: "card-contactless-can",
        layer: .card,
        title: "a contactless card requires its card access number first",
        symptom: "The card answers contactlessly, but no certificate or file can be read; status word 6982.",
        cause: """
            Identity cards can be read contactlessly only with the card access number (CAN) or the data page \
            that is printed on them, because PACE must run first.
            """,
        detection: """
            The answer to reset is that of a contactless card, no module shows a token, and the card is queried \
            without login: its access rules file (EF.CardAccess) names PACE, or its travel document application \
            answers 6982. The check is skipped while another program is connected to PC/SC.
            """,
        needs: [.card],
        remedies: [
            Remedy("put the card into a reader with contacts, if it has any"),
            Remedy("use the card issuer's program, which asks for the number"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let cards = machine.unreadCards.filter(\.isContactless)
        guard !cards.isEmpty else { return .passed }
        let surveys: [CardSurvey]
        switch machine.cardAnswers {
        case .all(let answers): surveys = answers
        case .none(let reason): return .unknown(reason)
        }
        return .foundOrPassed(
            cards.compactMap { reader in
                guard let survey = surveys.first(where: { $0.reader == reader.name }),
                    survey.offersPACE || survey.refusesTravelDocument
                else { return nil }
                return Sighting(
                    """
                    the card in '\(reader.name.description)' can't be read contactlessly without its card access \
                    number
                    """,
                    [
                        reader.answerEvidence,
                        Evidence("EF.CardAccess", survey.offersPACE ? "names PACE" : "does not name PACE"),
                        Evidence(
                            "travel document application",
                            survey.refusesTravelDocument
                                ? "refuses its files (6982)" : "does not exist, or does not refuse its files"
                        ),
                    ],
                    severity: machine.severityOfUselessDevice,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
