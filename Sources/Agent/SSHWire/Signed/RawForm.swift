/// What data of no known purpose looks like, so that a person who is asked can be warned.
package enum RawForm: String, Hashable, Sendable, CaseIterable {
    /// The attributes of a CMS signature: a SET of SEQUENCEs that begin with an object identifier (RFC 5652, 5.4).
    case signedAttributes
    /// The part of a certificate that is signed (RFC 5280, 4.1).
    case certificate
    /// A digest with its algorithm (RFC 8017, 9.2).
    case digestInfo
    /// A handshake of TLS 1.3 (RFC 8446, 4.4.3).
    case tlsHandshake
    /// A digest without anything, 20 to 64 bytes, as sshd has its exchanges signed.
    case digest
    /// Something else.
    case unknown

    /// Looks at data.
    package init(_ data: [UInt8]) {
        if data.count > 64, data.prefix(64).allSatisfy({ $0 == 0x20 }),
            data[64...].starts(with: Array("TLS 1.3, ".utf8))
        {
            self = .tlsHandshake
        } else if RawForm.holds(data, tag: 0x31, then: [0x30], within: [0x06]) {
            self = .signedAttributes
        } else if RawForm.holds(data, tag: 0x30, then: [0xA0], within: [0x02]) {
            self = .certificate
        } else if RawForm.holds(data, tag: 0x30, then: [0x30], within: [0x06]) {
            self = .digestInfo
        } else {
            self = [20, 28, 32, 48, 64].contains(data.count) ? .digest : .unknown
        }
    }

    /// Whether data is one DER value of a tag, whose first member has one of some tags, and that one's first of others.
    private static func holds(_ data: [UInt8], tag: UInt8, then: [UInt8], within: [UInt8]) -> Bool {
        guard let outer = content(data[...], tag: [tag]), outer.endIndex == data.endIndex else { return false }
        guard let inner = content(outer, tag: then) else { return false }
        return content(inner, tag: within) != nil
    }

    /// The content of the DER value at the start of some bytes.
    private static func content(_ octets: ArraySlice<UInt8>, tag: [UInt8]) -> ArraySlice<UInt8>? {
        guard octets.count >= 2, tag.contains(octets[octets.startIndex]) else { return nil }
        var place = octets.startIndex + 1
        var length = Int(octets[place])
        place += 1
        if length >= 0x80 {
            let size = length & 0x7F
            guard (1...3).contains(size), octets.endIndex - place >= size else { return nil }
            length = octets[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
            place += size
        }
        guard octets.endIndex - place >= length else { return nil }
        return octets[place..<place + length]
    }
}
