import SmartCard

extension Card {
    /// Runs a closure inside a transaction; nothing can reach the card outside of it meanwhile.
    ///
    /// - Parameters:
    ///   - disposition: What happens to the card at the end, also if the closure throws.
    ///   - body: Gets the card.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws. If it does not throw, an error of the end of the transaction.
    public mutating func withTransaction<Result: ~Copyable>(
        endingWith disposition: CardDisposition = .leave,
        _ body: (inout Card) throws(PCSCError) -> Result
    ) throws(PCSCError) -> Result {
        let transaction = CardTransaction<Card, PCSCError>(
            begin: { (card) throws(PCSCError) in try card.beginTransaction() },
            end: { (card) throws(PCSCError) in try card.endTransaction(disposition) }
        )
        return try transaction.run(on: &self, body)
    }

    /// Runs a closure, once more inside a transaction if another program's transaction keeps it from the card: that
    /// waits for the other one's end.
    ///
    /// - Parameter body: Makes one call, of which the service does nothing while another program has the card.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``PCSCError/Code/resetCard`` if the other program has reset the card.
    mutating func waitingForOthers<Result>(
        _ body: (inout Card) throws(PCSCError) -> Result
    ) throws(PCSCError) -> Result {
        do throws(PCSCError) {
            return try body(&self)
        } catch {
            guard error.code == .sharingViolation else { throw error }
            return try withTransaction { (card) throws(PCSCError) in try body(&card) }
        }
    }

    /// The features that the reader's driver announces, with their control codes; empty if it announces none.
    public borrowing func features() throws(PCSCError) -> [ReaderFeature: UInt32] {
        do throws(PCSCError) {
            return ReaderFeature.parse(try control(ReaderFeature.request))
        } catch {
            // Drivers without part 10 answer one of these.
            let isUnknown: [PCSCError.Code] = [.unsupportedFeature, .notTransacted, .invalidParameter]
            if isUnknown.contains(error.code) { return [:] }
            throw error
        }
    }

    /// What the reader's driver says of the reader; nil if it says nothing.
    public borrowing func properties() throws(PCSCError) -> ReaderProperties? {
        try properties(try features())
    }

    /// The same by features that are known.
    borrowing func properties(_ features: [ReaderFeature: UInt32]) throws(PCSCError) -> ReaderProperties? {
        guard let code = features[.tlvProperties] else { return nil }
        return ReaderProperties(try control(code))
    }
}
