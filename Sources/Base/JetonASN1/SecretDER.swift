public import JetonOctets

/// Reads DER that is secret: it returns places in the bytes and copies nothing.
///
/// - SeeAlso: ITU-T X.690 (2021), 10.1.
public struct SecretDER: Sendable {
    private let limit: Int
    /// The place of the next element.
    public private(set) var position: Int

    /// Reads the elements of a range of the bytes.
    public init(_ range: Range<Int>) {
        position = range.lowerBound
        limit = range.upperBound
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { position == limit }

    /// Takes the next element, which must have a tag of one byte.
    ///
    /// - Returns: The place of its contents.
    /// - Throws: ``EncodingError``; a length must be in its shortest form, below 2^24, and within the range.
    public mutating func next(_ tag: UInt8, in octets: Span<UInt8>) throws(EncodingError) -> Range<Int> {
        let end = min(limit, octets.count)
        guard end - position >= 2 else { throw EncodingError(.truncated, at: position) }
        guard octets[position] == tag else { throw EncodingError(.unexpectedValue, at: position) }
        let first = octets[position + 1]
        var start = position + 2
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), end - start >= count, octets[start] != 0 else {
                throw EncodingError(.malformedLength, at: start)
            }
            length = 0
            for _ in 0..<count {
                length = length << 8 | Int(octets[start])
                start += 1
            }
            guard length >= 0x80 else { throw EncodingError(.malformedLength, at: position + 1) }
        }
        guard length <= end - start else { throw EncodingError(.truncated, at: start) }
        position = start + length
        return start..<position
    }

    /// Takes an INTEGER that is not negative.
    ///
    /// - Returns: The place of its magnitude without a sign byte; one byte for zero.
    /// - Throws: ``EncodingError``; `unexpectedValue` for a negative number or one with leading zeros.
    public mutating func nextInteger(in octets: Span<UInt8>) throws(EncodingError) -> Range<Int> {
        let range = try next(0x02, in: octets)
        guard let start = range.first, octets[start] & 0x80 == 0 else {
            throw EncodingError(.unexpectedValue, at: range.lowerBound)
        }
        guard octets[start] == 0, range.count > 1 else { return range }
        guard octets[start + 1] & 0x80 != 0 else { throw EncodingError(.unexpectedValue, at: start) }
        return start + 1..<range.upperBound
    }

    /// The tag of the next element; nil at the end.
    public func peek(in octets: Span<UInt8>) -> UInt8? {
        position < min(limit, octets.count) ? octets[position] : nil
    }
}
