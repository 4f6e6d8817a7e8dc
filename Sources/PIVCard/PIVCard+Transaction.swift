public import SmartCard

extension PIVCard where Channel: ~Copyable {
    /// Runs a closure while no other program can reach the card, as a PIN and the signature after it need.
    ///
    /// - Throws: What the closure throws; ``PIVError/Code/failed`` if the transaction can't be begun or ended.
    public mutating func withTransaction<Transport: CardTransport & ~Copyable, Result: ~Copyable>(
        _ body: (inout Self) throws(PIVError) -> Result
    ) throws(PIVError) -> Result where Channel == CardChannel<Transport> {
        do throws(CardError) { try channel.transport.beginTransaction() } catch { throw PIVError(error) }
        let result: Result
        do throws(PIVError) {
            result = try body(&self)
        } catch {
            // The closure's error says more; one of the end follows from it.
            try? channel.transport.endTransaction()
            throw error
        }
        do throws(CardError) { try channel.transport.endTransaction() } catch { throw PIVError(error) }
        return result
    }
}
