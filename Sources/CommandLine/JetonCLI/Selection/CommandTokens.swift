internal import SigningDesk
internal import TokenKit

/// The tokens that the command line names, with its sources of PINs.
struct CommandTokens: TokenAccess {
    let tokens: TokenOptions
    let pin: PINOptions
    let management: ManagementKeyUse

    init(_ tokens: TokenOptions, pin: PINOptions, management: ManagementKeyOptions) {
        self.tokens = tokens
        self.pin = pin
        self.management = ManagementKeyUse(management)
    }

    func query() throws -> TokenQuery { try tokens.query() }

    func open(_ query: TokenQuery) throws -> TokenSession { try Desk.open(query, pin: nil) }

    func sign(_ query: TokenQuery, key: ObjectName?, certificate: CertificateChoice?) throws -> SigningSession {
        try Desk.sign(query, key: key, pin: pin, certificate: certificate)
    }

    func prepareWriting(to token: SelectedToken) throws { try management.prepare(token) }
}
