public import Cryptoki

/// The state of a token for its user, worst first.
public enum TokenState: String, Hashable, Sendable, CaseIterable {
    /// There is no token in the reader.
    case empty
    /// The token's secure channel is not set up; `jeton pair` does that.
    case unpaired
    /// The token can be used.
    case ready
    /// The token, or its user's PIN, has never been set up.
    case uninitialized
    /// The user's PIN is locked.
    case pinLocked
    /// One more wrong PIN locks it.
    case pinFinalTry
    /// A card is in the reader but does not answer.
    case mute
    /// A token is there, but no module can read it, or the one that should fails.
    case unknown

    /// Tells the state of a token from its flags.
    public init(_ flags: TokenFlags) {
        self =
            if !flags.contains(.tokenInitialized) {
                .uninitialized
            } else if flags.contains(.userPINLocked) {
                .pinLocked
            } else if !flags.contains(.userPINInitialized), flags.contains(.loginRequired) {
                .uninitialized
            } else if flags.contains(.userPINFinalTry) {
                .pinFinalTry
            } else {
                .ready
            }
    }
}
