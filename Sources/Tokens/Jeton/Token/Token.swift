internal import Cryptoki
public import JetonOctets
internal import SigningDesk
public import TokenKit

/// A hardware token, or one in software, behind its PKCS #11 module.
///
/// ```swift
/// let token = try await Token.find("anna")
/// try await token.login(.prompt)
/// let key = try await token.key("work")
/// let signature = try await key.signature(for: message)
/// ```
///
/// Each call has two forms. In an asynchronous function the compiler takes the one that waits without a thread: the module
/// works on a thread of the token's queue, never on the pool that runs tasks. Elsewhere it takes the one that blocks the
/// caller. All values of one token share its login and its queue; they may be used from any thread.
///
/// No PIN is sent that the token has refused before, none on the last try before it is locked, and none in clear where a
/// paired token is expected.
public final class Token: Sendable, CustomStringConvertible {
    let connection: TokenConnection

    init(_ connection: TokenConnection) { self.connection = connection }

    // MARK: - Finding

    /// Finds the one token of a name.
    ///
    /// - Parameters:
    ///   - name: Its label, its serial number or a PKCS #11 URI; nil for the only one. A URI selects among the modules,
    ///     and never names one, or the source of a PIN.
    ///   - modules: Where to look.
    ///   - options: How the token is used, unless the process uses it already.
    /// - Returns: The token.
    /// - Throws: ``TokenError/Code/notFound``, ``TokenError/Code/ambiguous``, ``TokenError/Code/reservedURI``,
    ///   ``TokenError/Code/noModule``.
    public static func find(
        _ name: String? = nil,
        in modules: TokenModules = .registered,
        options: TokenOptions = TokenOptions()
    ) throws(TokenError) -> Token {
        try TokenError.wrapping {
            var query = TokenQuery()
            // A name may come from a file or a peer, whoever passes it on.
            if let name { try query.add(token: name, from: .elsewhere) }
            let selected = try modules.finder.findHere(query)
            return Token(TokenRegister.connection(of: selected, options))
        }
    }

    /// All tokens that are set up.
    ///
    /// - Throws: ``TokenError/Code/noModule`` if there is no module at all; modules that fail are left out.
    public static func all(
        in modules: TokenModules = .registered,
        options: TokenOptions = TokenOptions()
    ) throws(TokenError) -> [Token] {
        let finder = modules.finder
        guard !finder.modules.isEmpty else { throw TokenError(SelectionError(.noModule)) }
        return finder.tokensHere().map { Token(TokenRegister.connection(of: $0, options)) }
    }

    // MARK: - The token

    /// The label; without characters that move a cursor.
    public var label: String { connection.selected.label }
    /// The serial number as the module gives it.
    public var serialNumber: String { connection.selected.token.serialNumber.description }
    /// The model.
    public var model: String { connection.selected.token.model.description }
    /// The name of the reader or the slot.
    public var reader: String { connection.selected.readerName }
    /// The shortest URI that named the token when it was found.
    public var uri: String { connection.selected.uri }
    /// One line: name, model and reader.
    public var description: String { connection.selected.description }
    /// How many asynchronous calls wait for the token.
    public var waitingCalls: Int { connection.queue.waiting }

    // MARK: - Login

    /// Logs in with a PIN from a source; does nothing while a login holds.
    ///
    /// - Parameter source: Where the PIN comes from; nil for the reader's own keys where the token has them, otherwise
    ///   the terminal.
    /// - Throws: ``TokenError``: ``TokenError/Code/wrongPIN`` with the tries that remain, ``TokenError/Code/pinLocked``,
    ///   ``TokenError/Code/lastTry``, ``TokenError/Code/pinRefusedBefore``, ``TokenError/Code/noPIN``,
    ///   ``TokenError/Code/routeRefused``, ``TokenError/Code/tokenLost``.
    public func login(_ source: PINSource? = nil) throws(TokenError) {
        try connection.login(.source(source), seen: connection.attempts)
    }

    /// Logs in with a PIN that a function of the program gets, for this login and for keys that require it each time.
    ///
    /// - Throws: As ``login(_:)``; an error of the function is the ``TokenError/cause``.
    public func login(asking ask: @escaping @Sendable (PINPrompt) throws -> Secret) throws(TokenError) {
        try connection.login(.program(ask), seen: connection.attempts)
    }

    /// Logs in with a PIN.
    ///
    /// - Throws: As ``login(_:)``.
    public func login(pin: consuming Secret) throws(TokenError) {
        try connection.login(.given(SharedSecret(pin)), seen: connection.attempts)
    }

    /// Logs out, also for other parts of the process that use the token.
    ///
    /// - Throws: ``TokenError``.
    public func logout() throws(TokenError) { try connection.logout() }
}
