import JetonPCSC
import SmartCard

/// A reader of PC/SC.
struct PCSCConnector: CardConnector {
    let reader: ReaderName
    let readers: PCSCReaders

    var name: String { reader.description }
    var manufacturer: String { "PC/SC" }
    var isHardware: Bool { true }

    func insertion() -> UInt64? { readers.insertion(reader) }

    func connect() throws(TokenFault) -> CardConnection {
        do throws(PCSCError) {
            // A context of its own: calls through one context wait for each other.
            let service = try readers.makeService()
            let card = try service.context.connect(to: reader)
            let transport: PCSCTransport
            do throws(CardError) {
                transport = try PCSCTransport(card)
            } catch {
                throw PCSCError(error.code == .cardReset ? .resetCard : .removedCard, in: .status, reader: reader)
            }
            return CardConnection(SharedTransport(transport), isShared: true)
        } catch {
            // A card that another program resets is there.
            throw TokenFault(error.code == .resetCard ? .deviceError : .tokenNotPresent, error.description)
        }
    }
}
