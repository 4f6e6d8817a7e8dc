internal import JetonPCSC

/// A card by where it is: the same whichever module shows it, and another one once it was taken out.
public enum CardInReader {
    /// What tells the card in a reader from all others, as long as it stays there: the reader's name, how often the
    /// service has seen a card come and go, and the answer to reset.
    ///
    /// Asks the PC/SC service, and neither connects to the card nor sends it anything.
    ///
    /// - Parameter reader: The name of the reader, as PC/SC and modules for its cards have it.
    /// - Returns: Nil if the service has no such reader, or no card in it.
    public static func identity(reader: String) -> [UInt8]? {
        guard let library = try? PCSCLibrary(), let context = try? Context(library: library),
            let names = try? context.readers(), let name = names.first(where: { $0.description == reader }),
            let state = try? context.states(of: [name]).first, state.isCardPresent
        else { return nil }
        let count = state.eventCount
        return Array("card in reader".utf8) + [0] + Array(reader.utf8) + [0, UInt8(count >> 8), UInt8(count & 0xFF)]
            + state.atr
    }
}
