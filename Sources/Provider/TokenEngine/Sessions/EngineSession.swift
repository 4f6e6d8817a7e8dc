import Synchronization

/// A session with a token, and what is under way in it.
final class EngineSession: Sendable {
    let handle: UInt
    let token: Token
    let isReadWrite: Bool
    let operations = Mutex(Operations())

    init(_ handle: UInt, _ token: Token, isReadWrite: Bool) {
        self.handle = handle
        self.token = token
        self.isReadWrite = isReadWrite
    }

    func requireReadWrite() throws(TokenFault) {
        guard isReadWrite else { throw TokenFault(.sessionReadOnly, "the session is read-only") }
    }
}
