import JetonOctets
import Synchronization

/// A slot: a place where a card may be, and the token that is there now.
final class EngineSlot: Sendable {
    private struct State: Sendable {
        var insertion: UInt64?
        var token: Token?
        /// Why the card that is there is no token.
        var fault: TokenFault?
        /// A card whose channel this program can't use.
        var unpaired: UnpairedCard?
        /// The group in which its pairing is looked for, if the store's owner named one.
        var channelGroup: ChannelGroup?
        /// How the last activation password was refused.
        var pairingRefusal: TokenFault?
        /// What C_WaitForSlotEvent has told last.
        var toldInsertion: UInt64?
    }

    let identifier: UInt
    let connector: any CardConnector
    private let channels: ChannelKeys?
    private let owner: @Sendable () -> SessionKeyOwner?
    private let state = Mutex(State())

    init(
        _ identifier: UInt,
        _ connector: any CardConnector,
        _ channels: ChannelKeys?,
        _ owner: @escaping @Sendable () -> SessionKeyOwner?
    ) {
        self.identifier = identifier
        self.connector = connector
        self.channels = channels
        self.owner = owner
        let insertion = connector.insertion()
        state.withLock { $0.toldInsertion = insertion }
    }

    /// The token that is there now; nil if there is none.
    func token() -> Token? { try? requireToken() }

    /// The token that is there now.
    ///
    /// - Throws: `CKR_TOKEN_NOT_PRESENT`, `CKR_TOKEN_NOT_RECOGNIZED`; `CKR_FUNCTION_NOT_SUPPORTED` for a token whose
    ///   channel has not been set up; what the keystore's refusals are for one whose keys this program may not have.
    func requireToken() throws(TokenFault) -> Token {
        let insertion = connector.insertion()
        return try state.withLock { (state) throws(TokenFault) in
            if insertion != state.insertion || state.token?.card.isGone == true {
                state.token?.card.markRemoved()
                state.token = nil
                state.fault = nil
                state.unpaired = nil
                state.pairingRefusal = nil
                state.insertion = insertion
            }
            guard insertion != nil else { throw TokenFault(.tokenNotPresent, "there is no card in the slot") }
            if let token = state.token { return token }
            if let fault = state.fault { throw fault }
            return try connect(&state)
        }
    }

    /// The token that is there, without a look for the card while a session with it is open.
    ///
    /// - Throws: As ``requireToken()``.
    func tokenForSession() throws(TokenFault) -> Token {
        let known = state.withLock { $0.token }
        if let known, !known.card.isGone, known.state.withLock({ !$0.sessions.isEmpty }) { return known }
        return try requireToken()
    }

    private func connect(_ state: inout State) throws(TokenFault) -> Token {
        do throws(TokenFault) {
            return try openAgain(&state)
        } catch {
            // A card of another kind is not asked again; one that could not be reached is.
            if error.code == .tokenNotRecognized { state.fault = error }
            throw error
        }
    }

    /// Opens the token; once more if the card was reset meanwhile, as nothing was asked of it yet but who it is and what
    /// it has.
    private func openAgain(_ state: inout State) throws(TokenFault) -> Token {
        do throws(TokenFault) {
            return try openToken(&state)
        } catch {
            guard error.code == .deviceError else { throw error }
            return try openToken(&state)
        }
    }

    private func openToken(_ state: inout State) throws(TokenFault) -> Token {
        switch try open(state) {
        case .ready(let connection):
            let token = try Token(connection, slot: identifier, owner: owner)
            try vet(token, connection, &state)
            state.token = token
            state.unpaired = nil
            return token
        case .unpaired(let card):
            state.unpaired = card
            throw card.fault
        }
    }

    private func open(_ state: State) throws(TokenFault) -> CardConnectionState {
        guard let channels else { return .ready(try connector.connect()) }
        let (group, name) = (state.channelGroup, connector.name)
        if let card = state.unpaired { return try channels.open(again: card, named: group, reader: name) }
        return try channels.open(try connector.connect(), named: group, reader: name)
    }

    /// Refuses a token in clear that stands for a paired one, now and whenever its label is read again; notes what a
    /// paired one is called.
    private func vet(_ token: Token, _ connection: CardConnection, _ state: inout State) throws(TokenFault) {
        guard let channels else { return }
        let (group, name, serialNumber) = (state.channelGroup, connector.name, token.facts.serialNumber)
        let label = try token.currentLabel()
        if connection.pairing != nil {
            channels.note(label: label, of: connection)
            return
        }
        @Sendable func refusal(_ label: String) -> UnpairedCard? {
            channels.refusal(of: connection, serialNumber: serialNumber, label: label, reader: name, named: group)
        }
        if let card = refusal(label) {
            state.unpaired = card
            throw card.fault
        }
        token.setLabelCheck(LabelCheck(label: label) { refusal($0)?.fault })
    }

    /// Whether there is a token, with a channel or without.
    var hasToken: Bool { token() != nil || state.withLock { $0.unpaired != nil } }

    /// The token, or the description of one whose channel has not been set up.
    ///
    /// - Throws: as ``requireToken()``.
    func requireMedia() throws(TokenFault) -> SlotMedia {
        do throws(TokenFault) {
            return .token(try requireToken())
        } catch {
            guard let card = state.withLock({ $0.unpaired }) else { throw error }
            return .unpaired(TokenDescription(card))
        }
    }

    /// How the last activation password for the card that is there was refused; nil if it was not.
    var pairingRefusal: TokenFault? { state.withLock { $0.pairingRefusal } }

    /// Pairs with the card that is there; sessions with one that was used without its channel end.
    ///
    /// - Throws: `CKR_FUNCTION_NOT_SUPPORTED` for a card without a channel, and for one that is paired.
    func pair(_ password: borrowing Secret) throws(TokenFault) {
        guard let channels else { throw TokenFault(.functionNotSupported, "secure channels are not supported here") }
        let named = state.withLock { $0.channelGroup }
        let card: UnpairedCard
        do throws(TokenFault) {
            _ = try requireToken()
            guard let found = try channels.pairable(connector.connect(), named: named) else {
                throw TokenFault(.functionNotSupported, "the token needs no pairing")
            }
            card = found
        } catch {
            let unpaired = state.withLock { $0.unpaired }
            guard let unpaired, error == unpaired.fault, unpaired.state.status == 0 else { throw error }
            card = unpaired
        }
        do throws(TokenFault) {
            try channels.pair(card, password, named: named, reader: connector.name)
        } catch {
            state.withLock { $0.pairingRefusal = error }
            throw error
        }
        state.withLock { state in
            state.pairingRefusal = nil
            state.token?.card.markRemoved()
        }
    }

    /// Ends the pairing with the card that is there; its sessions end.
    func unpair() throws(TokenFault) {
        let token = try requireToken()
        guard let channels else { throw TokenFault(.functionNotSupported, "secure channels are not supported here") }
        let named = state.withLock { $0.channelGroup }
        try channels.unpair(try connector.connect(), named: named)
        token.card.markRemoved()
    }

    /// Looks for the card's pairing in a group that the store's owner names from now on; sessions end.
    func useChannelGroup(_ group: ChannelGroup?) {
        state.withLock { state in
            state.token?.card.markRemoved()
            state.token = nil
            state.unpaired = nil
            state.channelGroup = group
        }
    }

    /// How this program stands with a card whose channel it can't use; nil for any other.
    func channelState() -> TokenChannelState? {
        guard token() == nil else { return nil }
        return state.withLock { $0.unpaired?.state }
    }

    /// Whether a card came or went since this was asked last.
    func takeEvent() -> Bool {
        let insertion = connector.insertion()
        return state.withLock { state in
            guard state.toldInsertion != insertion else { return false }
            state.toldInsertion = insertion
            return true
        }
    }
}
