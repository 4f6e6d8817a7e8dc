/// What happens to the card at the end of a connection or transaction, or before a reconnection.
public enum CardDisposition: UInt, Hashable, Sendable {
    /// Nothing; the corresponding C constant is `SCARD_LEAVE_CARD`.
    case leave = 0
    /// A warm reset; the corresponding C constant is `SCARD_RESET_CARD`.
    case reset = 1
    /// Power off; the corresponding C constant is `SCARD_UNPOWER_CARD`.
    case unpower = 2
    /// Ejection, where the reader can; the corresponding C constant is `SCARD_EJECT_CARD`.
    case eject = 3
}
