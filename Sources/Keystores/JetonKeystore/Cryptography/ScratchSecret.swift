import JetonOctets

/// A secret that lives for the length of one call: in a place of the arena if it fits, else in pages of its own.
struct ScratchSecret: ~Copyable {
    private let size: Int
    /// Which octets count.
    private var range: Range<Int>
    private let place: Int?
    private let pages: Secret?

    /// Sets octets aside and lets `body` write them in place.
    ///
    /// - Parameters:
    ///   - count: The secret's octets.
    ///   - body: Writes exactly `count` octets and says whether they are good; if not there is no secret.
    init?(count: Int, initializingWith body: (inout MutableSpan<UInt8>) -> Bool) {
        size = count
        range = 0..<count
        if count <= SecretArena.placeSize, let place = SecretArena.shared.take() {
            let isGood = SecretArena.shared.withMutableBytes(place) { (place: inout MutableSpan<UInt8>) in
                var span = place._mutatingExtracting(0..<count)
                return body(&span)
            }
            guard isGood == true else {
                SecretArena.shared.giveBack(place, used: count)
                return nil
            }
            self.place = place
            pages = nil
        } else {
            var isGood = false
            let secret = Secret(capacity: count) { (span: inout MutableSpan<UInt8>) in
                isGood = body(&span)
                return count
            }
            guard isGood else { return nil }
            place = nil
            pages = consume secret
        }
    }

    /// Takes the octets for a count of four, little-endian, the octets of that count, and padding; from here on only those
    /// octets count.
    ///
    /// - Returns: Whether the count fits.
    mutating func dropPadding() -> Bool {
        let count = withBytes { $0.count < 4 ? -1 : Int($0.littleEndian(UInt32.self, at: 0)) }
        guard count >= 0, count <= range.count - 4 else { return false }
        range = 4..<4 + count
        return true
    }

    /// Lends the octets that count.
    borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let range = range
        if let place,
            let result = try SecretArena.shared.withBytes(
                place,
                size,
                { (span) throws(Failure) in try body(span.extracting(range)) }
            )
        {
            return result
        }
        switch pages {
        case .some(let secret):
            return try secret.withBytes { (span) throws(Failure) in try body(span.extracting(range)) }
        case .none: preconditionFailure("a scratch secret has a place or pages")
        }
    }

    deinit {
        if let place { SecretArena.shared.giveBack(place, used: size) }
    }
}
