public import SmartCard

extension PIVClient where Channel: ~Copyable {
    /// Runs a closure while no other program can reach the card, as a PIN and the signature after it need.
    ///
    /// - Throws: What the closure throws; ``PIVError/Code/failed`` if the transaction can't be begun or ended.
    public mutating func withTransaction<Transport: CardTransport & ~Copyable, Result: ~Copyable>(
        _ body: (inout Self) throws(PIVError) -> Result
    ) throws(PIVError) -> Result where Channel == CardChannel<Transport> {
        let transaction = CardTransaction<Self, PIVError>(
            begin: { (card) throws(PIVError) in
                do throws(CardError) { try card.channel.transport.beginTransaction() } catch { throw PIVError(error) }
            },
            end: { (card) throws(PIVError) in
                do throws(CardError) { try card.channel.transport.endTransaction() } catch { throw PIVError(error) }
            }
        )
        return try transaction.run(on: &self, body)
    }
}
