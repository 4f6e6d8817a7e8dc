import SecureChannel
import SmartCard

/// A card in the same process.
final class BenchmarkLink: CardTransport {
    /// An application that answers with the data it gets.
    struct Card: GuardedCard {
        var records: CardRecords

        mutating func update(_ change: (inout CardRecords) -> Void) throws(ChannelError) { change(&records) }

        mutating func process(_ command: [UInt8], in session: UInt8?) -> [UInt8] {
            ((try? CommandAPDU(decoding: command).data) ?? []) + StatusWord.success.octets
        }

        mutating func resetApplications(of session: UInt8) {}

        func isAdministrator(in session: UInt8) -> Bool { false }
    }

    private var card: Card
    private var application = ChannelApplication()

    init(_ card: Card) { self.card = card }

    var supportsExtendedLength: Bool { true }

    /// Measures what the card does, where that is wanted.
    var measure: ((() -> Void) -> Void)?

    func exchange(_ command: [UInt8]) -> [UInt8] { application.process(command, &card) }

    func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        guard let measure else { return exchange(command) }
        var answer: [UInt8] = []
        measure { answer = exchange(command) }
        return answer
    }
}
