import SmartCard
import VirtualCard

extension TokenDescription {
    /// The description of a card whose channel is closed, which tells its serial number alone: the name, manufacturer
    /// and model that it has from the factory, so that pairing changes none of them.
    init(_ card: UnpairedCard) {
        let isVirtual = card.connection.transport.answerToReset?.octets == VirtualCard.answerToReset
        self.init(
            label: UInt32(card.serialNumber, radix: 16).map(CardFacts.standardLabel) ?? "",
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
