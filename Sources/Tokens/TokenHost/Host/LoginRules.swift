/// How long a login lasts.
package struct LoginRules: Hashable, Sendable {
    /// Seconds without a signature after which it ends.
    package var idleSeconds = 900
    /// Seconds after which it ends in any case.
    package var totalSeconds = 28_800
    /// Idle seconds after which a card is released for other programs; the login goes on.
    package var releaseSeconds = 5

    /// The default: 15 minutes, 8 hours, 5 seconds.
    package init() {}
}
