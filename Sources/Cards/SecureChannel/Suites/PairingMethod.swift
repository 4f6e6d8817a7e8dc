/// How a program and a card prove the activation password to each other.
enum PairingMethod: Hashable, Sendable {
    /// Public keys encrypted under a key made of the password.
    case commonKey
    /// SESPAKE, RFC 8133.
    case sespake
    /// SPAKE2+, RFC 9383.
    case spake2Plus

    /// The number of the last step, in which both ends confirm their static keys.
    var lastStep: UInt8 {
        switch self {
        case .commonKey: 3
        case .sespake, .spake2Plus: 4
        }
    }

    /// Whether the first step has a challenge of each end.
    var hasChallenges: Bool {
        switch self {
        case .commonKey: true
        case .sespake, .spake2Plus: false
        }
    }

    /// Whether the card's offer has the number of the point that masks the password.
    var hasPointIndex: Bool {
        switch self {
        case .commonKey, .spake2Plus: false
        case .sespake: true
        }
    }
}
