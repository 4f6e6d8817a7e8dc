/// The tokens as a program's user names them, and the program's way to log in to them.
package protocol TokenAccess {
    /// What the user named; empty if nothing.
    func query() throws -> TokenQuery

    /// Finds a token and opens a session on it without a login.
    func open(_ query: TokenQuery) throws -> TokenSession

    /// Finds a token and a key on it, and logs in.
    func sign(_ query: TokenQuery, key: ObjectName?, certificate: CertificateChoice?) throws -> SigningSession
}
