import JetonOctets

/// A secret that lives for the length of one call: in a place of the arena if it fits, else in pages of its own.
struct ScratchSecret: ~Copyable {
    let count: Int
    private let place: Int?
    private let pages: Secret?

    /// Sets octets aside and lets `body` write them in place.
    ///
    /// - Parameters:
    ///   - count: The secret's octets.
    ///   - body: Writes exactly `count` octets and says whether they are good; if not there is no secret.
    init?(count: Int, initializingWith body: (inout MutableSpan<UInt8>) -> Bool) {
        self.count = count
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

    /// Lends the octets.
    borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let place, let result = try SecretArena.shared.withBytes(place, count, body) { return result }
        switch pages {
        case .some(let secret): return try secret.withBytes(body)
        case .none: preconditionFailure("a scratch secret has a place or pages")
        }
    }

    deinit {
        if let place { SecretArena.shared.giveBack(place, used: count) }
    }
}
