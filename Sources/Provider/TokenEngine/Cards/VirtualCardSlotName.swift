import Synchronization
import VirtualCard

/// The name of a virtual card's slot, which ends with the card's serial number in decimal, as readers' names of tokens
/// do whose serial number is on their case.
///
/// Any thread may use it.
final class VirtualCardSlotName: Sendable {
    /// The length of `CK_SLOT_INFO.slotDescription` in bytes: a longer name would lose the serial number.
    private static let maximumLength = 64

    /// What was read last, and of which card.
    private let known = Mutex<(identity: UInt64, serialNumber: UInt32)?>(nil)

    init() {}

    /// The name: without a number where the card can't be read.
    ///
    /// Reads the card's image if another card is there than before.
    func name(of cardName: String, at path: String) -> String {
        let number = serialNumber(at: path).map { " \($0)" } ?? ""
        var name = "Jeton virtual card \(cardName)"
        while name.utf8.count + number.utf8.count > Self.maximumLength { name.removeLast() }
        return name + number
    }

    private func serialNumber(at path: String) -> UInt32? {
        guard let identity = SoftwareCard.identity(at: path) else { return nil }
        return known.withLock { known in
            if let known, known.identity == identity { return known.serialNumber }
            guard let number = SoftwareCard.serialNumber(at: path) else { return nil }
            known = (identity, number)
            return number
        }
    }
}
