import SecureChannel

/// Where a new activation password goes.
struct PasswordPlace: Sendable {
    /// The slot, 1 for the first.
    let slot: Int
    /// The password's suite.
    let suite: ChannelSuite
}
