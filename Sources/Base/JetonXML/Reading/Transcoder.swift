/// Recognizes a document's encoding by its first bytes and turns UTF-16 into UTF-8.
///
/// - SeeAlso: XML 1.0, appendix F.1.
struct Transcoder {
    private enum Encoding { case utf8, bigEndian, littleEndian }

    private var encoding: Encoding?
    /// The first bytes while the encoding is not known; a half unit after that.
    private var pending: [UInt8] = []
    private var highSurrogate: UInt16?

    var isDecided: Bool { encoding != nil }
    /// Whether the encoding is only guessed, so that the document must declare it: UTF-16 without a byte order mark.
    private(set) var mustBeDeclared = false
    var isUTF16: Bool { encoding == .bigEndian || encoding == .littleEndian }

    /// Appends bytes in UTF-8 to a buffer.
    mutating func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8], at offset: UInt64) throws(XMLError) {
        if encoding == .utf8 {
            Self.copy(bytes, 0, to: &buffer)
            return
        }
        var start = 0
        while encoding == nil, start < bytes.count {
            pending.append(bytes[start])
            start += 1
            if pending.count == 4 { try decide(&buffer) }
        }
        guard let encoding else { return }
        if encoding == .utf8 {
            Self.copy(bytes, start, to: &buffer)
            return
        }
        while start < bytes.count {
            pending.append(bytes[start])
            start += 1
            try takeUnit(&buffer, offset)
        }
    }

    /// Ends the document, which may be shorter than what it takes to know its encoding.
    mutating func finish(into buffer: inout [UInt8], at offset: UInt64) throws(XMLError) {
        if encoding == nil { try decide(&buffer) }
        guard highSurrogate == nil, pending.isEmpty else { throw XMLError(.invalidCharacter, at: offset) }
    }

    private mutating func decide(_ buffer: inout [UInt8]) throws(XMLError) {
        var first = pending
        pending = []
        switch (first.first, first.dropFirst().first) {
        case (0xFE, 0xFF): (encoding, first) = (.bigEndian, Array(first.dropFirst(2)))
        case (0xFF, 0xFE): (encoding, first) = (.littleEndian, Array(first.dropFirst(2)))
        case (0x00, XMLCharacter.less): (encoding, mustBeDeclared) = (.bigEndian, true)
        case (XMLCharacter.less, 0x00): (encoding, mustBeDeclared) = (.littleEndian, true)
        case (0x00, 0x00), (0x4C, 0x6F): throw XMLError(.encodingNotSupported, at: 0)
        case (0xEF, 0xBB) where first.dropFirst(2).first == 0xBF: (encoding, first) = (.utf8, Array(first.dropFirst(3)))
        default: encoding = .utf8
        }
        if encoding == .utf8 {
            buffer += first
        } else {
            for byte in first {
                pending.append(byte)
                try takeUnit(&buffer, 0)
            }
        }
    }

    private mutating func takeUnit(_ buffer: inout [UInt8], _ offset: UInt64) throws(XMLError) {
        guard pending.count == 2 else { return }
        let (first, second) = (UInt16(pending[0]), UInt16(pending[1]))
        pending.removeAll(keepingCapacity: true)
        let unit = encoding == .bigEndian ? first << 8 | second : second << 8 | first
        switch (highSurrogate, unit) {
        case (nil, 0xD800...0xDBFF): highSurrogate = unit
        case (let high?, 0xDC00...0xDFFF):
            XMLCharacter.append(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF)), to: &buffer)
            highSurrogate = nil
        case (nil, 0xDC00...0xDFFF), (.some, _):
            throw XMLError(.invalidCharacter, at: offset + UInt64(buffer.count))
        default: XMLCharacter.append(UInt32(unit), to: &buffer)
        }
    }

    private static func copy(_ bytes: Span<UInt8>, _ start: Int, to buffer: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { pointer in
            unsafe buffer.append(contentsOf: UnsafeBufferPointer(rebasing: pointer[start...]))
        }
    }
}
