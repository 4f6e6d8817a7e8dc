/// An opened secret with its count in front and zeros behind.
struct PaddedSecret: ~Copyable {
    private let padded: ScratchSecret
    private let count: Int

    /// Takes opened octets; nil if the count does not fit.
    init?(_ padded: consuming ScratchSecret) {
        let count = padded.withBytes { $0.count < 4 ? -1 : Int($0.littleEndian(UInt32.self, at: 0)) }
        guard count >= 0, count <= padded.count - 4 else { return nil }
        self.padded = padded
        self.count = count
    }

    borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try padded.withBytes { (span) throws(Failure) in try body(span.extracting(4..<4 + count)) }
    }
}
