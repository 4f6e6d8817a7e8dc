public import Cryptoki

/// How setting up a token's secure channel ended, where it did not fail.
public struct PairingOutcome: Sendable {
    /// The token.
    public let token: TokenEntry
    /// Whether the channel was set up now; it had been before otherwise, and no password was sent.
    public let isNew: Bool
    /// Whether the token is reached by a secure channel, as far as the module reports; one on a cable needs no pairing.
    public let hasChannel: Bool
    /// What went wrong after the channel was set up, while the session was closed.
    public let closingProblem: CryptokiError?
}
