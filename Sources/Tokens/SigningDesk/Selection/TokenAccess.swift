/// The tokens as a program's user names them, and the program's way to log in to them.
package protocol TokenAccess {
    /// What the user named; empty if nothing.
    func query() throws -> TokenQuery

    /// Finds a token and opens a session on it without a login.
    func open(_ query: TokenQuery) throws -> TokenSession

    /// Finds a token and a key on it, and logs in.
    func sign(_ query: TokenQuery, key: ObjectName?, certificate: CertificateChoice?) throws -> SigningSession

    /// Gives a token whose user has logged in what it takes to change it, such as a management key of PIV.
    func prepareWriting(to token: SelectedToken) throws
}

extension TokenAccess {
    /// Gives nothing: the login is enough.
    package func prepareWriting(to token: SelectedToken) throws {}
}
