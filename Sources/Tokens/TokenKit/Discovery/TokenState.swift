package import Cryptoki

/// The state of a token for its user, worst first.
public enum TokenState: String, Hashable, Sendable, CaseIterable {
    /// There is no token in the reader.
    case empty
    /// The token's secure channel is not set up; `jeton pair` does that.
    case unpaired
    /// The token can be used.
    case ready
    /// The token can be used, and its own account says that the user's PIN is the published one of the factory.
    case factory
    /// The token has never been set up.
    case uninitialized
    /// The token is set up, but its user has no PIN yet; `jeton pin set` sets one.
    case noUserPIN
    /// The user's PIN is locked.
    case pinLocked
    /// One more wrong PIN locks it.
    case pinFinalTry
    /// A card is in the reader but does not answer.
    case mute
    /// A token is there, but no module can read it, or the one that should fails.
    case unknown

    /// Tells the state of a token from its flags.
    ///
    /// - Parameters:
    ///   - flags: The token's flags.
    ///   - reportsFactoryPIN: Whether the module sets `CKF_USER_PIN_TO_BE_CHANGED` for a published PIN and for nothing
    ///     else, as Jeton's own does by the metadata of the card.
    package init(_ flags: TokenFlags, reportsFactoryPIN: Bool = false) {
        let hasFactoryPIN = reportsFactoryPIN && flags.isSuperset(of: [.userPINInitialized, .userPINToBeChanged])
        self =
            if !flags.contains(.tokenInitialized), !hasFactoryPIN {
                .uninitialized
            } else if flags.contains(.userPINLocked) {
                .pinLocked
            } else if !flags.contains(.userPINInitialized), flags.contains(.loginRequired) {
                .noUserPIN
            } else if flags.contains(.userPINFinalTry) {
                .pinFinalTry
            } else if hasFactoryPIN {
                .factory
            } else {
                .ready
            }
    }
}
