import Octets
import Synchronization

/// A slot: a place where a card may be, and the token that is there now.
final class Slot: Sendable {
    private struct State: Sendable {
        var insertion: UInt64?
        var token: Token?
        /// Why the card that is there is no token.
        var fault: TokenFault?
        /// The way to a card whose channel has not been set up.
        var unpaired: CardConnection?
        /// How the last activation password was refused.
        var pairingRefusal: TokenFault?
        /// What C_WaitForSlotEvent has told last.
        var toldInsertion: UInt64?
    }

    let identifier: UInt
    let connector: any CardConnector
    private let channels: ChannelFolder?
    private let state = Mutex(State())

    init(_ identifier: UInt, _ connector: any CardConnector, _ channels: ChannelFolder?) {
        self.identifier = identifier
        self.connector = connector
        self.channels = channels
        let insertion = connector.insertion()
        state.withLock { $0.toldInsertion = insertion }
    }

    /// The token that is there now; nil if there is none.
    func token() -> Token? { try? requireToken() }

    /// The token that is there now.
    ///
    /// - Throws: `CKR_TOKEN_NOT_PRESENT`, `CKR_TOKEN_NOT_RECOGNIZED`; `CKR_FUNCTION_NOT_SUPPORTED` for a token whose
    ///   channel has not been set up.
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
            if state.unpaired != nil {
                throw TokenFault(.functionNotSupported, "the token's channel has not been set up")
            }
            if let fault = state.fault { throw fault }
            return try connect(&state)
        }
    }

    private func connect(_ state: inout State) throws(TokenFault) -> Token {
        do throws(TokenFault) {
            let connection = try connector.connect()
            switch try channels?.open(connection) ?? .ready(connection) {
            case .ready(let connection):
                let token = try Token(connection, slot: identifier)
                state.token = token
                return token
            case .unpaired(let connection): state.unpaired = connection
            }
        } catch {
            // A card of another kind is not asked again; one that could not be reached is.
            if error.code == .tokenNotRecognized { state.fault = error }
            throw error
        }
        throw TokenFault(.functionNotSupported, "the token's channel has not been set up")
    }

    /// Whether there is a token, with a channel or without.
    var hasToken: Bool { token() != nil || state.withLock { $0.unpaired != nil } }

    /// The description of a token whose channel has not been set up; nil for any other.
    var unpairedDescription: TokenDescription? {
        state.withLock { state in
            guard let unpaired = state.unpaired else { return nil }
            return TokenDescription(
                label: "",
                manufacturer: connector.manufacturer,
                model: "PIV",
                serialNumber: unpaired.serialNumber ?? "",
                flags: [],
                sessionCount: 0,
                readWriteSessionCount: 0,
                firmwareVersion: [0, 0]
            )
        }
    }

    /// How the last activation password for the card that is there was refused; nil if it was not.
    var pairingRefusal: TokenFault? { state.withLock { $0.pairingRefusal } }

    /// Pairs with the card that is there.
    func pair(_ password: borrowing Secret) throws(TokenFault) {
        do throws(TokenFault) {
            _ = try requireToken()
        } catch {
            guard let connection = state.withLock({ $0.unpaired }), let channels else { throw error }
            do throws(TokenFault) {
                try channels.pair(connection, password)
            } catch {
                state.withLock { $0.pairingRefusal = error }
                throw error
            }
            state.withLock { state in
                state.unpaired = nil
                state.pairingRefusal = nil
            }
            return
        }
        throw TokenFault(.functionNotSupported, "the token needs no pairing")
    }

    /// Ends the pairing with the card that is there; its sessions end.
    func unpair() throws(TokenFault) {
        let token = try requireToken()
        guard let channels else { throw TokenFault(.functionNotSupported, "there are no secure channels here") }
        try channels.unpair(try connector.connect())
        token.card.markRemoved()
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
