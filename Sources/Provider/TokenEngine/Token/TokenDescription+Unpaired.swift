import SmartCard
import VirtualCard

extension TokenDescription {
    /// The description of a card that can't be used: its own label if it has one in clear, otherwise the name,
    /// manufacturer and model that it has from the factory, so that pairing changes none of them.
    init(_ card: UnpairedCard) {
        let isVirtual = card.connection.transport.answerToReset?.octets == SoftwareCard.answerToReset
        self.init(
            label: card.label.isEmpty
                ? UInt32(card.serialNumber, radix: 16).map(CardFacts.standardLabel) ?? "" : card.label,
            manufacturer: isVirtual ? CardFacts.virtualManufacturer : "PIV",
            model: isVirtual ? CardFacts.virtualModel : "PIV",
            serialNumber: card.serialNumber,
            flags: [],
            sessionCount: 0,
            readWriteSessionCount: 0,
            firmwareVersion: [0, 0]
        )
    }
}
