import SecureChannel

/// All that lasts on a card.
struct CardContents: Sendable {
    /// The serial number.
    var serialNumber: UInt32
    /// What the PIV application remembers.
    var piv: PIVContents
    /// What the secure channel remembers; nil for a card without one.
    var channel: CardRecords?
}
