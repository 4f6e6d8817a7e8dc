import Octets

/// The two forms of an ECDSA signature: a DER sequence, as cards make it, and r and s one behind the other, as
/// PKCS #11 has it.
enum ECDSASignatureForm {
    /// r and s, each as long as a coordinate; nil if they are not a signature of that curve.
    static func joined(_ encoded: [UInt8], fieldLength: Int) -> [UInt8]? {
        var outer = DERReader(encoded[...])
        guard let sequence = outer.next(0x30), outer.isAtEnd else { return nil }
        var numbers = DERReader(sequence.value)
        var joined: [UInt8] = []
        for _ in 0..<2 {
            guard let number = numbers.next(0x02)?.value.drop(while: { $0 == 0 }), number.count <= fieldLength else {
                return nil
            }
            joined += [UInt8](repeating: 0, count: fieldLength - number.count) + number
        }
        return numbers.isAtEnd ? joined : nil
    }

    /// The DER form of r and s.
    static func encoded(_ joined: [UInt8]) -> [UInt8] {
        let half = joined.count / 2
        let numbers = [joined.prefix(half), joined.dropFirst(half)].map { number in
            let shortest = Array(number.drop { $0 == 0 })
            let first = shortest.first ?? 0x80
            return TLV(tag: 0x02, value: first & 0x80 == 0 ? shortest : [0x00] + shortest)
        }
        return TLV(tag: 0x30, members: numbers).encoded
    }
}
