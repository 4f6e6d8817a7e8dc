public import SmartCard

/// What the service says of a connected card.
public struct CardStatus: Hashable, Sendable {
    /// The lower 16 bits of the card's state (`SCARD_PRESENT` 0004, `SCARD_POWERED` 0010, `SCARD_SPECIFIC` 0040).
    public let state: UInt16
    /// The protocol in use; none if the reader was connected without a card.
    public let activeProtocol: CardProtocols
    /// The octets of the answer to reset, 0–33.
    public let atr: [UInt8]

    /// The answer to reset, read; nil without one, or if it is malformed.
    public var answerToReset: AnswerToReset? { try? AnswerToReset(atr) }
}
