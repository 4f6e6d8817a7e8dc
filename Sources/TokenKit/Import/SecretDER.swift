internal import Octets

/// Reads DER that is a secret: it gives places in the octets, and copies nothing.
struct SecretDER {
    private let limit: Int
    private(set) var position: Int

    /// Reads from a place up to a limit.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        limit = range.upperBound
    }

    var isAtEnd: Bool { position == limit }

    /// Takes the next element, which must have a tag.
    ///
    /// - Returns: The place of its content.
    /// - Throws: ``EncodingError``; every length is compared with what is left.
    mutating func next(_ tag: UInt8, in octets: Span<UInt8>) throws(EncodingError) -> Range<Int> {
        guard limit - position >= 2 else { throw EncodingError(.truncated, at: position) }
        guard octets[position] == tag else { throw EncodingError(.unexpectedValue, at: position) }
        let first = octets[position + 1]
        var start = position + 2
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), limit - start >= count else {
                throw EncodingError(.malformedLength, at: start)
            }
            length = 0
            for _ in 0..<count {
                length = length << 8 | Int(octets[start])
                start += 1
            }
        }
        guard length <= limit - start else { throw EncodingError(.truncated, at: start) }
        position = start + length
        return start..<position
    }

    /// The tag of the next element; nil at the end.
    func peek(in octets: Span<UInt8>) -> UInt8? { isAtEnd ? nil : octets[position] }
}
