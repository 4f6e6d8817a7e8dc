import Synchronization

/// A slot: a place where a card may be, and the token that is there now.
final class Slot: Sendable {
    private struct State: Sendable {
        var insertion: UInt64?
        var token: Token?
        /// Why the card that is there is no token.
        var fault: TokenFault?
        var isUnpaired = false
        var unpairedSerialNumber: String?
        /// What C_WaitForSlotEvent has told last.
        var toldInsertion: UInt64?
    }

    let identifier: UInt
    let connector: any CardConnector
    private let state = Mutex(State())

    init(_ identifier: UInt, _ connector: any CardConnector) {
        self.identifier = identifier
        self.connector = connector
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
                state.isUnpaired = false
                state.insertion = insertion
            }
            guard insertion != nil else { throw TokenFault(.tokenNotPresent, "there is no card in the slot") }
            if let token = state.token { return token }
            if state.isUnpaired {
                throw TokenFault(.functionNotSupported, "the token's channel has not been set up")
            }
            if let fault = state.fault { throw fault }
            return try connect(&state)
        }
    }

    private func connect(_ state: inout State) throws(TokenFault) -> Token {
        do throws(TokenFault) {
            switch try connector.connect() {
            case .ready(let connection):
                let token = try Token(connection, slot: identifier)
                state.token = token
                return token
            case .unpaired(let connection):
                state.isUnpaired = true
                state.unpairedSerialNumber = connection.serialNumber
            }
        } catch {
            // A card of another kind is not asked again; one that could not be reached is.
            if error.code == .tokenNotRecognized { state.fault = error }
            throw error
        }
        throw TokenFault(.functionNotSupported, "the token's channel has not been set up")
    }

    /// Whether there is a token, with a channel or without.
    var hasToken: Bool { token() != nil || state.withLock { $0.isUnpaired } }

    /// The description of a token whose channel has not been set up; nil for any other.
    var unpairedDescription: TokenDescription? {
        state.withLock { state in
            guard state.isUnpaired else { return nil }
            return TokenDescription(
                label: "",
                manufacturer: connector.manufacturer,
                model: "PIV",
                serialNumber: state.unpairedSerialNumber ?? "",
                flags: [],
                sessionCount: 0,
                readWriteSessionCount: 0,
                firmwareVersion: [0, 0]
            )
        }
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
