import JetonOctets

/// Where a record of a card image lies; its start and length are inside the octets that it was found in.
struct Record {
    let tag: UInt8
    let start: Int
    let length: Int

    /// One octet of the value, or nil behind its end.
    func octet(_ octets: Span<UInt8>, at offset: Int) -> UInt8? {
        offset < length ? octets[start + offset] : nil
    }

    /// A number of four octets, most significant first, or nil behind the value's end.
    func number(_ octets: Span<UInt8>, at offset: Int) -> UInt32? {
        guard length - offset >= 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | UInt32(octets[start + offset + $1]) }
    }

    /// The value from an offset on; empty behind its end.
    func octets(_ octets: Span<UInt8>, from offset: Int) -> [UInt8] {
        (min(offset, length)..<length).map { octets[start + $0] }
    }

    /// The value from an offset on, as a secret; empty behind its end.
    func secret(_ octets: Span<UInt8>, from offset: Int) -> Secret {
        Secret(copying: octets.extracting(start + min(offset, length)..<start + length))
    }
}
