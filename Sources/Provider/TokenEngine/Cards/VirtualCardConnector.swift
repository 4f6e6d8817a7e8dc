import PIVCard
import SmartCard
import VirtualCard

/// The slot of a virtual card.
struct VirtualCardConnector: CardConnector {
    let cardName: String
    let path: String
    private let slotName = VirtualCardSlotName()

    var place: String { path }
    var name: String { slotName.name(of: cardName, at: path) }
    var manufacturer: String { "Jeton" }
    var isHardware: Bool { false }

    func insertion() -> UInt64? {
        // In a reader, the card is seen through PC/SC.
        guard SoftwareCard.isInserted(at: path), !SoftwareCard.isInReader(at: path) else { return nil }
        return SoftwareCard.identity(at: path)
    }

    func connect() throws(TokenFault) -> CardConnection {
        let card: SoftwareCard
        do throws(VirtualCardError) {
            card = try SoftwareCard(at: path)
        } catch {
            throw TokenFault(error.code == .notFound ? .tokenNotPresent : .tokenNotRecognized, error.description)
        }
        let path = path
        return CardConnection(SharedTransport(VirtualCardTransport(card)), isShared: false) {
            SoftwareCard.revision(at: path)
        }
    }
}
