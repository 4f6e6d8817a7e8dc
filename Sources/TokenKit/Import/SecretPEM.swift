internal import Octets

/// Takes the armour off a private key without leaving copies.
struct SecretPEM: ~Copyable {
    /// The key in DER.
    let der: Secret
    /// The label of the armour; nil if there was none.
    let label: String?

    /// Finds the first private key in PEM; data that is not PEM is taken for DER.
    init(_ contents: borrowing Secret) throws(PrivateKeyFile.Failure) {
        guard let block = contents.withBytes({ SecretPEM.find($0) }) else {
            der = contents.clone()
            label = nil
            return
        }
        var isSound = true
        let decoded = contents.withBytes { octets in
            Secret(capacity: block.body.count) { target in
                var count = 0
                isSound = SecretPEM.decodeBase64(octets.extracting(block.body), into: &target, &count)
                return count
            }
        }
        guard isSound else { throw .malformed }
        der = decoded
        label = block.label
    }

    private static func find(_ octets: Span<UInt8>) -> (label: String, body: Range<Int>)? {
        let begin = Array("-----BEGIN ".utf8)
        let dashes = Array("-----".utf8)
        var position = 0
        while let start = index(of: begin, in: octets, from: position) {
            let labelStart = start + begin.count
            guard let labelEnd = index(of: dashes, in: octets, from: labelStart), labelEnd - labelStart <= 64 else {
                return nil
            }
            let label = String(decoding: (labelStart..<labelEnd).map { octets[$0] }, as: UTF8.self)
            let body = labelEnd + dashes.count
            guard let end = index(of: dashes, in: octets, from: body) else { return nil }
            if label.hasSuffix("PRIVATE KEY") { return (label, body..<end) }
            position = end + dashes.count
        }
        return nil
    }

    private static func index(of pattern: [UInt8], in octets: Span<UInt8>, from start: Int) -> Int? {
        guard octets.count >= pattern.count, start <= octets.count - pattern.count else { return nil }
        return (start...octets.count - pattern.count).first { place in
            pattern.indices.allSatisfy { octets[place + $0] == pattern[$0] }
        }
    }

    // RFC 7468, 3: white space between the characters is skipped, padding ends the text.
    private static func decodeBase64(
        _ text: Span<UInt8>,
        into target: inout MutableSpan<UInt8>,
        _ count: inout Int
    ) -> Bool {
        var bits: UInt32 = 0
        var pending = 0
        for index in 0..<text.count {
            let value: UInt8
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = text[index] - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = text[index] - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = text[index] - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case 0x09, 0x0A, 0x0D, 0x20: continue
            case UInt8(ascii: "="): return true
            default: return false
            }
            bits = bits << 6 | UInt32(value)
            pending += 6
            if pending >= 8 {
                pending -= 8
                target[count] = UInt8(truncatingIfNeeded: bits >> UInt32(pending))
                count += 1
            }
        }
        return true
    }
}
