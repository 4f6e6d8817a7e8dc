internal import Cryptoki
internal import TokenKit

/// A token in use: selected, with a session, logged in if that was asked for.
struct TokenUse: ~Copyable {
    let token: SelectedToken
    let login: TokenLogin
    var session: Session

    /// Selects a token and opens a session.
    ///
    /// - Parameters:
    ///   - criteria: Which token.
    ///   - pin: Where the PIN comes from; nil leaves the session public.
    ///   - readWrite: Whether something is to be made or changed.
    init(_ criteria: TokenCriteria, pin: PINOptions?, readWrite: Bool = false) throws {
        let token = try SelectedToken(criteria)
        let login = TokenLogin(token: token, lastTry: pin?.lastTry ?? false)
        var session = try token.openSession(readWrite: readWrite)
        if let pin { try login.login(&session, source: pin.pinSource ?? criteria.pinSource) }
        self.token = token
        self.login = login
        self.session = session
    }

    var objects: ObjectSelection { ObjectSelection(token: token) }
}

extension TokenCriteria {
    /// Adds what the name of an object says of its token.
    mutating func add(_ name: ObjectName?) throws {
        if case .uri(let uri)? = name { try add(uri: uri) }
    }
}
