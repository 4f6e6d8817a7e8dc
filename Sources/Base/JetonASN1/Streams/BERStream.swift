public import JetonOctets

/// Reads BER from a source, element by element, in constant memory: one buffer of at most 256 KiB.
///
/// Used by one thread at a time. Every error of the encoding is an ``EncodingError``, whose offset counts from the first
/// byte of the source; errors of the source pass through.
///
/// A class, since the optimiser of Swift 6.3.1 released fields of a ~Copyable struct around this twice.
///
/// - SeeAlso: ITU-T X.690 (2021), 8.1.
public final class BERStream<Source: ByteSource & ~Copyable> {
    /// How deep elements may nest.
    public static var depthLimit: Int { 32 }

    private var source: Source
    private var buffer = [UInt8](repeating: 0, count: Source.firstPieceSize)
    private var position = 0
    private var available = 0
    /// How many bytes were taken.
    public private(set) var offset: UInt64 = 0
    /// The end of each constructed element that was entered; nil if its length is indefinite.
    private var ends: [UInt64?] = []

    /// Starts at the first byte of a source.
    public init(_ source: consuming Source) { self.source = source }

    // MARK: - Elements

    /// Enters a constructed element with a tag.
    public func enter(_ tag: ASN1Tag) throws {
        let header = try readHeader()
        guard header.tag == tag else { throw failure(.unexpectedValue) }
        ends.append(try header.length.map { try end($0) })
    }

    /// Whether the element entered last has no more members.
    public func isAtEnd() throws -> Bool {
        guard let last = ends.last else { return try isExhausted() }
        if let end = last { return offset == end }
        // No element starts with a zero octet, so this one begins the end-of-contents marker.
        return try peek() == 0
    }

    /// Leaves the element entered last, which must be at its end.
    public func leave() throws {
        guard try isAtEnd() else { throw failure(.trailingOctets) }
        guard let last = ends.popLast() else { return }
        if last == nil {
            _ = try readOctet()
            guard try readOctet() == 0 else { throw failure(.malformedLength) }
        }
    }

    /// The tag of the next member; nil at the end.
    public func nextTag() throws -> ASN1Tag? {
        if try isAtEnd() { return nil }
        guard let octet = try peek() else { throw failure(.truncated) }
        return ASN1Tag(rawValue: UInt32(octet))
    }

    /// Takes one whole element.
    ///
    /// - Parameter limit: How many bytes it may have.
    /// - Returns: The element with its contents.
    /// - Throws: ``EncodingError``, and what the source throws.
    public func readElement(limit: Int) throws -> ASN1Element {
        var octets: [UInt8] = []
        try copyElement(to: &octets, limit: limit, depth: 0)
        return try ASN1Element.parse(octets, rules: .basic)
    }

    /// Takes an OCTET STRING of any size and form, in pieces of at most 256 KiB.
    public func readOctetString(_ body: (Span<UInt8>) throws -> Void) throws {
        try readOctetString(depth: 0, body)
    }

    /// Whether the source is at its end.
    public func isExhausted() throws -> Bool { try peek() == nil }

    /// An error at the next byte.
    public func failure(_ code: EncodingError.Code) -> EncodingError {
        EncodingError(code, at: Int(truncatingIfNeeded: offset))
    }

    // MARK: - Parts

    private func readOctetString(depth: Int, _ body: (Span<UInt8>) throws -> Void) throws {
        guard depth < Self.depthLimit else { throw failure(.limitExceeded) }
        let header = try readHeader()
        switch header.tag {
        case .octetString:
            guard let length = header.length else { throw failure(.malformedLength) }
            try readContent(end(length), body)
        case .constructedOctetString:
            ends.append(try header.length.map { try end($0) })
            while try !isAtEnd() { try readOctetString(depth: depth + 1, body) }
            try leave()
        default: throw failure(.unexpectedValue)
        }
    }

    private func readContent(_ end: UInt64, _ body: (Span<UInt8>) throws -> Void) throws {
        while offset < end {
            guard try refill() else { throw failure(.truncated) }
            let count = Int(min(UInt64(available - position), end - offset))
            // Held by a second name for the call only, so that nothing is copied when the buffer is filled again.
            let piece = buffer
            try body(piece.span.extracting(position..<position + count))
            position += count
            offset += UInt64(count)
        }
    }

    private func copyElement(to octets: inout [UInt8], limit: Int, depth: Int) throws {
        guard depth < Self.depthLimit else { throw failure(.limitExceeded) }
        let header = try readHeader()
        octets += header.octets
        guard let length = header.length else {
            ends.append(nil)
            while try !isAtEnd() { try copyElement(to: &octets, limit: limit, depth: depth + 1) }
            try leave()
            octets += [0, 0]
            return try checkSize(octets.count, limit)
        }
        try checkSize(octets.count, limit)
        guard length <= UInt64(limit - octets.count) else { throw failure(.limitExceeded) }
        var content: [UInt8] = []
        try readContent(end(length)) { piece in
            for index in 0..<piece.count { content.append(piece[index]) }
        }
        octets += content
    }

    private func checkSize(_ count: Int, _ limit: Int) throws {
        guard count <= limit else { throw failure(.limitExceeded) }
    }

    /// The absolute end of an element of so many bytes that starts here; inside the element around it.
    private func end(_ length: UInt64) throws -> UInt64 {
        let (end, overflow) = offset.addingReportingOverflow(length)
        guard !overflow, end <= innermostEnd ?? .max else { throw failure(.malformedLength) }
        return end
    }

    /// The end of the innermost element of definite length that was entered.
    private var innermostEnd: UInt64? { ends.last { $0 != nil } ?? nil }

    private struct Header {
        let tag: ASN1Tag
        let length: UInt64?
        let octets: [UInt8]
    }

    private func readHeader() throws -> Header {
        var octets = [try readOctet()]
        // No type read here has a high tag number.
        guard octets[0] & 0x1F != 0x1F, octets[0] & ~0x20 != 0 else { throw failure(.malformedTag) }
        let tag = ASN1Tag(rawValue: UInt32(octets[0]))
        let first = try readOctet()
        octets.append(first)
        if first < 0x80 { return Header(tag: tag, length: UInt64(first), octets: octets) }
        if first == 0x80 {
            guard tag.isConstructed else { throw failure(.malformedLength) }
            return Header(tag: tag, length: nil, octets: octets)
        }
        guard first & 0x7F <= 8 else { throw failure(.malformedLength) }
        var length: UInt64 = 0
        for _ in 0..<first & 0x7F {
            let octet = try readOctet()
            octets.append(octet)
            length = length << 8 | UInt64(octet)
        }
        return Header(tag: tag, length: length, octets: octets)
    }

    // MARK: - Bytes

    private func readOctet() throws -> UInt8 {
        if let end = innermostEnd, offset >= end { throw failure(.truncated) }
        guard let octet = try peek() else { throw failure(.truncated) }
        position += 1
        offset += 1
        return octet
    }

    /// The next byte, without taking it; nil at the end of the source.
    private func peek() throws -> UInt8? {
        try refill() ? buffer[position] : nil
    }

    /// Makes sure that at least one byte is buffered; false at the end of the source.
    private func refill() throws -> Bool {
        if position < available { return true }
        Source.grow(&buffer, filled: available)
        position = 0
        available = 0
        guard let count = try source.fill(&buffer) else { return false }
        available = count
        return true
    }
}
