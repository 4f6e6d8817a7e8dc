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
        guard VirtualCard.isInserted(at: path), !VirtualCard.isInReader(at: path) else { return nil }
        return VirtualCard.identity(at: path)
    }

    func connect() throws(TokenFault) -> CardConnection {
        let card: VirtualCard
        do throws(VirtualCardError) {
            card = try VirtualCard(at: path)
        } catch {
            throw TokenFault(error.code == .notFound ? .tokenNotPresent : .tokenNotRecognized, error.description)
        }
        let path = path
        return CardConnection(SharedTransport(VirtualCardTransport(card)), isShared: false) {
            VirtualCard.revision(at: path)
        }
    }
}
