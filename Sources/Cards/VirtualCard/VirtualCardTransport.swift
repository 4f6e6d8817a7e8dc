public import SmartCard

/// A virtual card as a transport of commands, in the same process.
public struct VirtualCardTransport: ~Copyable, CardTransport, Sendable {
    private let card: SoftwareCard

    /// Whether the extended form passes; always.
    public var supportsExtendedLength: Bool { true }

    /// The card's answer to its reset.
    public var answerToReset: AnswerToReset? { try? AnswerToReset(SoftwareCard.answerToReset) }

    /// Connects to a card and resets it.
    public init(_ card: SoftwareCard) {
        self.card = card
        card.reset()
    }

    /// Sends one command and waits for its answer.
    ///
    /// - Throws: `CardError`: `cardRemoved` if the card is ejected or deleted, `sharingViolation` if another program
    ///   holds it for too long, `transmissionFailed` if its files can't be read.
    public mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        do throws(VirtualCardError) { return try card.transmit(command) } catch { throw failure(error) }
    }

    /// Keeps other programs from changing the card.
    ///
    /// - Throws: As ``transmit(_:)``.
    public mutating func beginTransaction() throws(CardError) {
        do throws(VirtualCardError) { try card.beginTransaction() } catch { throw failure(error) }
    }

    /// Lets other programs change the card again.
    public mutating func endTransaction() throws(CardError) { card.endTransaction() }

    private func failure(_ error: VirtualCardError) -> CardError {
        switch error.code {
        case .ejected, .notFound, .keyFileMissing:
            card.reset()
            return CardError(.cardRemoved, underlying: error)
        case .busy: return CardError(.sharingViolation, underlying: error)
        default: return CardError(.transmissionFailed, underlying: error)
        }
    }

    /// Resets the card, so that commands pass again after it was taken out and put back.
    public mutating func reconnect() throws(CardError) { card.reset() }
}
