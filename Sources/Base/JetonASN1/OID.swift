/// An ASN.1 object identifier, kept as its contents so that arcs of any size survive.
///
/// - SeeAlso: ITU-T X.690 (2021), 8.19.
public struct OID: Hashable, Sendable, CustomStringConvertible {
    /// The contents of the encoding, 1 to 256 bytes.
    public let contents: [UInt8]

    /// Takes contents from outside.
    ///
    /// - Returns: nil for no bytes, more than 256, an arc that does not end, or one with leading zeros.
    public init?(contents: some Collection<UInt8>) {
        let octets = Array(contents)
        guard let last = octets.last, last & 0x80 == 0, octets.count <= 256 else { return nil }
        // X.690, 8.19.2: an arc has the fewest octets that hold it.
        for (index, octet) in octets.enumerated() where octet == 0x80 {
            guard index > 0, octets[index - 1] & 0x80 != 0 else { return nil }
        }
        self.contents = octets
    }

    /// Makes an identifier from its arcs, for constants.
    ///
    /// - Precondition: Two arcs or more; the first 0 to 2, the second below 40 unless the first is 2.
    public init(_ arcs: UInt64...) {
        guard let oid = OID(arcs: arcs) else { preconditionFailure("invalid arcs of an object identifier") }
        self = oid
    }

    /// Makes an identifier from dotted decimal text such as `1.2.840.113549.1.7.2`.
    ///
    /// - Returns: nil for text of another form, more than 32 arcs, or an arc above 2⁶⁴ − 81.
    public init?(_ text: some StringProtocol) {
        var arcs: [UInt64] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let arc = UInt64(part) else { return nil }
            arcs.append(arc)
        }
        self.init(arcs: arcs)
    }

    private init?(arcs: [UInt64]) {
        guard arcs.count >= 2, arcs.count <= 32, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40 else { return nil }
        guard arcs[1] <= UInt64.max - 80 else { return nil }
        var octets: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
            var group = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                group.append(0x80 | UInt8(rest & 0x7F))
                rest >>= 7
            }
            octets += group.reversed()
        }
        contents = octets
    }

    /// The dotted decimal text.
    public var description: String {
        var text = ""
        var start = 0
        for (index, octet) in contents.enumerated() where octet & 0x80 == 0 {
            let group = contents[start...index]
            text += text.isEmpty ? OID.firstArcs(group) : ".\(OID.decimal(group))"
            start = index + 1
        }
        return text
    }

    /// The first two arcs, which share one number: 40 times the first plus the second.
    private static func firstArcs(_ group: ArraySlice<UInt8>) -> String {
        guard group.count == 1, let octet = group.first, octet < 80 else {
            return "2.\(decimal(group, subtracting: 80))"
        }
        return "\(octet / 40).\(octet % 40)"
    }

    /// A number in base 128 as decimal digits, of any size.
    private static func decimal(_ group: ArraySlice<UInt8>, subtracting: UInt8 = 0) -> String {
        // Digits, least significant first, in base 10⁹.
        var limbs: [UInt64] = [0]
        for octet in group {
            var carry = UInt64(octet & 0x7F)
            for index in limbs.indices {
                let value = limbs[index] * 128 + carry
                limbs[index] = value % 1_000_000_000
                carry = value / 1_000_000_000
            }
            if carry > 0 { limbs.append(carry) }
        }
        var borrow = UInt64(subtracting)
        for index in limbs.indices where borrow > 0 {
            let value = limbs[index] + 1_000_000_000 - borrow
            limbs[index] = value % 1_000_000_000
            borrow = value >= 1_000_000_000 ? 0 : 1
        }
        var text = ""
        for limb in limbs.reversed() {
            let digits = String(limb)
            if text.isEmpty || text == "0" {
                text = digits
            } else {
                text += String(repeating: "0", count: 9 - digits.utf8.count) + digits
            }
        }
        return text
    }
}
