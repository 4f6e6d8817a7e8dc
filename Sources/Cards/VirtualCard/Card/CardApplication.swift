import SmartCard

/// One of the applications on a card; the card's operating system selects it by its identifier.
///
/// An application keeps its security state in itself, where a reset clears it, and what lasts in the memory.
protocol CardApplication: Sendable {
    /// The application identifier (AID), 5–16 octets.
    var identifier: [UInt8] { get }

    /// Forgets verified PINs, authentications and whatever else ends with a reset.
    mutating func reset()

    /// The answer to a SELECT that found this application.
    ///
    /// - Parameters:
    ///   - isNew: Whether another application, or none, was selected before.
    ///   - memory: The card's memory.
    /// - Returns: The answer's data.
    /// - Throws: ``Refusal`` with the status word.
    mutating func select(isNew: Bool, memory: inout CardMemory) throws(Refusal) -> [UInt8]

    /// Whether the sender of the commands has proved to be the card's administrator.
    func isAdministrator(_ memory: CardMemory) -> Bool

    /// The answer to any other command; chains are joined, and class bits for chaining removed.
    mutating func process(_ command: CommandAPDU, memory: inout CardMemory) throws(Refusal) -> [UInt8]
}
