/// A bounded reader over octets from outside; every read checks what is left first.
public struct ByteCursor: Sendable {
    private let octets: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first octet.
    public init(_ octets: ArraySlice<UInt8>) {
        self.octets = octets
        self.position = octets.startIndex
    }

    /// Starts at the first octet.
    public init(_ octets: [UInt8]) { self.init(octets[...]) }

    /// Offset of the next octet from the first one.
    public var offset: Int { position - octets.startIndex }

    /// The number of bytes left.
    public var remaining: Int { octets.endIndex - position }

    /// Whether nothing is left.
    public var isAtEnd: Bool { position == octets.endIndex }

    /// The next octet, without moving on; nil at the end.
    public var peek: UInt8? { isAtEnd ? nil : octets[position] }

    /// Takes one octet.
    ///
    /// - Throws: ``EncodingError/Code/truncated`` at the end.
    public mutating func readByte() throws(EncodingError) -> UInt8 {
        guard !isAtEnd else { throw EncodingError(.truncated, at: offset) }
        defer { position += 1 }
        return octets[position]
    }

    /// Takes `count` octets.
    ///
    /// - Parameter count: A number from outside; negative or too large is an error, not a trap.
    /// - Returns: The octets, in place.
    /// - Throws: ``EncodingError/Code/truncated`` if fewer are left.
    public mutating func read(_ count: Int) throws(EncodingError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw EncodingError(.truncated, at: offset) }
        defer { position += count }
        return octets[position..<position + count]
    }

    /// Takes what is left; empty at the end.
    public mutating func readRest() -> ArraySlice<UInt8> {
        defer { position = octets.endIndex }
        return octets[position...]
    }

    /// Takes a big-endian unsigned integer of `T`'s width.
    ///
    /// - Throws: ``EncodingError/Code/truncated`` if fewer bytes are left than `T` has.
    public mutating func readBigEndian<T: FixedWidthInteger & UnsignedInteger>(
        _ type: T.Type = T.self
    ) throws(EncodingError) -> T {
        var value: T = 0
        for octet in try read(T.bitWidth / 8) { value = value << 8 | T(octet) }
        return value
    }

    /// Proves that everything was consumed.
    ///
    /// - Throws: ``EncodingError/Code/trailingOctets`` if something is left.
    public func finish() throws(EncodingError) {
        guard isAtEnd else { throw EncodingError(.trailingOctets, at: offset) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The integer's octets, most significant first; as many as the type has.
    public var bigEndianOctets: [UInt8] {
        (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
