internal import PCSC
internal import SmartCard

extension Machine {
    /// What the cards tell without login; nil if they can't be asked without harm.
    ///
    /// A card is asked for its applications only if a module shows it: then it has been talked to before. One that no
    /// module shows is asked only if it is contactless, whether it wants to be unlocked first.
    var cardSurveys: [CardSurvey]? {
        remember {
            let questions = pcsc.readers.compactMap { reader -> CardQuestion? in
                guard case .made = reader.connection else { return nil }
                if isShown(reader) { return CardQuestion(reader.name, .applications) }
                return reader.isContactless ? CardQuestion(reader.name, .travelDocument) : nil
            }
            if questions.isEmpty { return [] }
            return isServiceOurs ? probe.cards(questions) : nil
        }
    }

    /// Whether nobody else is connected to the service; false also if that can't be told, as in a container.
    private var isServiceOurs: Bool {
        guard let states = connectionStates, states.contains("01") else { return false }
        if !states.contains("03") { return true }
        // The service notices a moment later that our own children have gone; the other end tells it at once.
        guard case .ended(0, let output) = probe.run(["ss", "-xaH"]) else { return false }
        return !UnixSocketTable(output).hasClients(of: socketPath)
    }

    /// Why cards were not asked.
    static let cardsNotAsked: ReportText = """
        another program is connected to PC/SC, and asking could take the card's selected application from it; with such \
        programs ended it can be told
        """

    /// The reader in which a token is; nil for tokens in software.
    func reader(of token: ExaminedToken) -> PCSCSurvey.Reader? {
        let description = token.reader
        guard !description.isEmpty else { return nil }
        return pcsc.readers.first { reader in
            // A slot's description has 64 octets.
            let name = String(decoding: reader.name.octets.prefix(64), as: UTF8.self)
            return name == description || name.hasPrefix(description)
        }
    }

    /// The token that a module shows in a reader; the first of several.
    func token(in name: ReaderName) -> ExaminedToken? {
        initializedTokens.first { token in reader(of: token)?.name == name }
    }
}

extension PCSCSurvey.Reader {
    /// Whether a card is reached without contacts: its answer to reset is one that the reader makes up.
    ///
    /// - SeeAlso: PC/SC Workgroup Specification 2.01.14, part 3, 3.1.3.2.3: `3B 8n 80 01`, historical bytes, check byte.
    var isContactless: Bool {
        atr.count >= 5 && atr[0] == 0x3B && atr[1] & 0xF0 == 0x80 && atr[2] == 0x80 && atr[3] == 0x01
    }
}
