internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC
internal import SmartCard

extension Machine {
    /// What came of asking the cards.
    enum CardAnswers {
        /// All that were asked answered.
        case all([CardSurvey])
        /// Not all did, or none was asked; why.
        case none(ReportText)
    }

    private static let cardAnswers = Fact<CardAnswers>()

    /// What the cards tell without login.
    ///
    /// A card is asked for its applications only if a module shows it: then it has been talked to before. One that no
    /// module shows is asked only if it is contactless, whether it wants to be unlocked first.
    var cardAnswers: CardAnswers {
        remember(Self.cardAnswers) {
            let questions = pcsc.readers.compactMap { reader -> CardQuestion? in
                guard case .made = reader.connection else { return nil }
                if isShown(reader) { return CardQuestion(reader.name, .applications) }
                return reader.isContactless ? CardQuestion(reader.name, .travelDocument) : nil
            }
            return answers(questions)
        }
    }

    private static let cardCounters = Fact<CardAnswers>()

    /// How many tries the PINs of all cards have left, as far as the cards have PIV or OpenPGP.
    var cardCounters: CardAnswers {
        remember(Self.cardCounters) {
            let present = pcsc.readers.filter { $0.flags.contains(.present) && $0.connection != nil }
            let made = present.filter { if case .made = $0.connection { true } else { false } }
            // What does not answer at all can be sent no PIN.
            if present.contains(where: { $0.connection == .blocked || $0.connection == .refused(.sharingViolation) }) {
                return .none("another program is using the card")
            }
            return answers(made.map { CardQuestion($0.name, .counters) })
        }
    }

    private func answers(_ questions: [CardQuestion]) -> CardAnswers {
        if questions.isEmpty { return .all([]) }
        guard isServiceOurs else {
            return .none(
                """
                another program is connected to PC/SC, and a query could deselect the application that it uses \
                on the card; stop such programs and run the doctor again
                """
            )
        }
        guard let surveys = probe.cards(questions), surveys.count == questions.count else {
            return .none("the card did not answer in time")
        }
        return .all(surveys)
    }

    /// Whether no other program is connected to the service; false also if that is unknown, as in a container.
    private var isServiceOurs: Bool {
        guard let states = connectionStates, states.contains("01") else { return false }
        if !states.contains("03") { return true }
        // The service notices a moment later that our own children have gone; the other end tells it at once.
        guard case .ended(0, let output) = probe.run(["ss", "-xaH"]) else { return false }
        return !UnixSocketTable(output).hasClients(of: socketPath)
    }

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

    /// What says that a token's SO PIN or PUK is locked: its flags, or what its card tells; nil if nothing does.
    func unblockingLock(of token: ExaminedToken) -> Evidence? {
        if token.info.flags.contains(.securityOfficerPINLocked) {
            return Evidence("security officer's PIN", "CKF_SO_PIN_LOCKED")
        }
        guard let reader = reader(of: token), case .all(let surveys) = cardAnswers else { return nil }
        let isLocked = surveys.contains { $0.reader == reader.name && $0.piv?.isUnblockingKeyLocked == true }
        return isLocked ? Evidence("GET METADATA", "PUK: no tries left") : nil
    }

    /// Whether a token's SO PIN or PUK is locked, by its flags or by what its card tells.
    func isUnblockingLocked(_ token: ExaminedToken) -> Bool { unblockingLock(of: token) != nil }

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
