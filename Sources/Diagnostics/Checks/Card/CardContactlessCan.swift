internal import PCSC

/// A contactless identity card shows nothing before it is given the number printed on it.
enum CardContactlessCan: Check {
    static let page = CheckPage(
        id: "card-contactless-can",
        layer: .card,
        title: "a contactless card wants its card access number first",
        symptom: "The card answers by radio, and no certificate or file can be read; status word 6982.",
        cause: """
            Identity cards let nobody read them by radio who does not know the number (CAN) or the data page printed on \
            them: PACE must come before all else.
            """,
        detection: """
            The answer to reset is that of a contactless card, no module shows a token, and the card is asked without \
            login: its file of access rules (EF.CardAccess) names PACE, or its application of travel documents answers \
            6982. Not asked while another program is connected to PC/SC.
            """,
        needs: [.card],
        remedies: [
            Remedy("put the card into a reader with contacts, if it has any"),
            Remedy("use the program of the card's issuer, which asks for the number"),
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
                    "the card in '\(reader.name.description)' can't be read by radio without its card access number",
                    [
                        reader.answerEvidence,
                        Evidence("EF.CardAccess", survey.offersPACE ? "names PACE" : "does not name PACE"),
                        Evidence(
                            "application of travel documents",
                            survey.refusesTravelDocument ? "refuses its files (6982)" : "not there, or not refused"
                        ),
                    ],
                    severity: machine.severityOfUselessDevice,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
