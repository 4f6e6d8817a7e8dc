/// A transaction: commands between which no other program can reach the card.
///
/// It ends whether or not the commands fail.
public struct CardTransaction<Subject: ~Copyable, Failure: Error> {
    private let begin: (inout Subject) throws(Failure) -> Void
    private let end: (inout Subject) throws(Failure) -> Void

    /// Makes a transaction from its begin and its end.
    public init(
        begin: @escaping (inout Subject) throws(Failure) -> Void,
        end: @escaping (inout Subject) throws(Failure) -> Void
    ) {
        self.begin = begin
        self.end = end
    }

    /// Runs commands.
    ///
    /// - Throws: What they throw. If they do not throw, an error of the begin or the end.
    public func run<Result: ~Copyable>(
        on subject: inout Subject,
        _ body: (inout Subject) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try begin(&subject)
        let result: Result
        do throws(Failure) {
            result = try body(&subject)
        } catch {
            // The error of the commands says more; one of the end follows from it.
            try? end(&subject)
            throw error
        }
        try end(&subject)
        return result
    }
}
