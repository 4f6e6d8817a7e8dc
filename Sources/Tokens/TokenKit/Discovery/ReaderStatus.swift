/// What PC/SC says of one reader.
public struct ReaderStatus: Hashable, Sendable {
    /// The reader's name as pcscd builds it.
    public let name: String
    /// Whether a card is in it.
    public let hasCard: Bool
    /// Whether the card does not answer.
    public let isMute: Bool
    /// The card's answer to reset, at most 33 octets; empty if there is none.
    public let answerToReset: [UInt8]

    /// Makes a status.
    package init(name: String, hasCard: Bool, isMute: Bool = false, answerToReset: [UInt8] = []) {
        self.name = name
        self.hasCard = hasCard
        self.isMute = isMute
        self.answerToReset = answerToReset
    }
}
