public import Cryptoki
public import TokenKit

/// A session on a selected token, logged in if that was asked for.
public struct TokenSession: ~Copyable {
    /// The token.
    public let token: SelectedToken
    /// The session.
    public var session: Session

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - login: Logs in; nil leaves the session public.
    ///   - source: Where the PIN comes from; see ``GuardedLogin/login(_:source:role:)``.
    ///   - readWrite: Whether objects of the token are to be created or changed.
    /// - Throws: As ``SelectedToken/openSession(readWrite:)`` and ``GuardedLogin/login(_:source:role:)``.
    public init(
        _ token: SelectedToken,
        login: GuardedLogin?,
        source: PINSource? = nil,
        readWrite: Bool = false
    ) throws {
        var session = try token.openSession(readWrite: readWrite)
        try login?.login(&session, source: source)
        self.token = token
        self.session = session
    }

    /// Finds objects by name.
    public var objects: ObjectSelection { ObjectSelection(token: token) }
}
