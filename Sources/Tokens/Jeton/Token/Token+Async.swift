public import JetonOctets
public import JetonX509
public import TokenKit

// The forms of an asynchronous function. The module works on a thread of the token's queue; the task waits without one,
// and stops waiting as soon as it is canceled.
extension Token {
    /// Looks into modules: their calls must not run on the pool, and belong to no token yet.
    private static let discovery = TokenQueue(width: 4)

    /// As the form that blocks.
    ///
    /// - Throws: As the form that blocks; ``TokenError/Code/canceled``, ``TokenError/Code/canceledWhileRunning``.
    public static func find(
        _ name: String? = nil,
        in modules: TokenModules = .registered,
        options: TokenOptions = TokenOptions()
    ) async throws(TokenError) -> Token {
        try await discovery.run { try find(name, in: modules, options: options) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``find(_:in:options:)``.
    public static func all(
        in modules: TokenModules = .registered,
        options: TokenOptions = TokenOptions()
    ) async throws(TokenError) -> [Token] {
        try await discovery.run { try all(in: modules, options: options) }
    }

    /// As the form that blocks; tasks that wait for one login share the PIN and, if it is wrong, the failure.
    ///
    /// - Throws: As the form that blocks; ``TokenError/Code/canceled``, ``TokenError/Code/canceledWhileRunning``,
    ///   ``TokenError/Code/queueFull``.
    public func login(_ source: PINSource? = nil) async throws(TokenError) { try await login(by: .source(source)) }

    /// As the form that blocks; see ``login(_:)``.
    ///
    /// - Throws: As ``login(_:)``.
    public func login(asking ask: @escaping @Sendable (PINPrompt) throws -> Secret) async throws(TokenError) {
        try await login(by: .program(ask))
    }

    /// As the form that blocks; see ``login(_:)``.
    ///
    /// - Throws: As ``login(_:)``.
    public func login(pin: consuming Secret) async throws(TokenError) {
        try await login(by: .given(SharedSecret(pin)))
    }

    private func login(by provider: PINProvider) async throws(TokenError) {
        let connection = connection
        let seen = connection.attempts
        try await connection.queue.run { try connection.login(provider, seen: seen) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``.
    public func logout() async throws(TokenError) { try await connection.queue.run { try self.logout() } }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``, and as the form that blocks.
    public func key(_ name: String? = nil, for purpose: KeyPurpose = .any) async throws(TokenError) -> TokenKey {
        try await connection.queue.run { try self.key(name, for: purpose) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``, and as the form that blocks.
    public func keys(for purpose: KeyPurpose = .any) async throws(TokenError) -> [TokenKey] {
        try await connection.queue.run { try self.keys(for: purpose) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``, and as the form that blocks.
    @discardableResult
    public func generateKey(
        _ specification: KeySpecification,
        label: String,
        id: [UInt8]? = nil
    ) async throws(TokenError) -> TokenKey {
        try await connection.queue.run { try self.generateKey(specification, label: label, id: id) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``, and as the form that blocks.
    @discardableResult
    public func importKey(
        _ contents: consuming Secret,
        label: String,
        id: [UInt8]? = nil,
        passphrase: (@Sendable () throws -> Secret)? = nil
    ) async throws(TokenError) -> TokenKey {
        let contents = SharedSecret(contents)
        return try await connection.queue.run {
            try self.importKey(contents.borrow { $0.clone() }, label: label, id: id, passphrase: passphrase)
        }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``, and as the form that blocks.
    public func importCertificate(_ certificate: some Sequence<UInt8>) async throws(TokenError) {
        let octets = Array(certificate)
        try await connection.queue.run { try self.importCertificate(octets) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``.
    public func certificates() async throws(TokenError) -> [Certificate] {
        try await connection.queue.run { try self.certificates() }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As ``login(_:)``.
    public func delete(_ key: TokenKey) async throws(TokenError) {
        try await connection.queue.run { try self.delete(key) }
    }
}
