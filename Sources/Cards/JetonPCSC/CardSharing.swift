/// Who else may use a card while it is connected.
public enum CardSharing: UInt, Hashable, Sendable {
    /// No other program; the corresponding C constant is `SCARD_SHARE_EXCLUSIVE`.
    case exclusive = 1
    /// Others may connect too; the corresponding C constant is `SCARD_SHARE_SHARED`.
    case shared = 2
    /// The reader is reached, with or without a card; the corresponding C constant is `SCARD_SHARE_DIRECT`.
    case direct = 3
}
