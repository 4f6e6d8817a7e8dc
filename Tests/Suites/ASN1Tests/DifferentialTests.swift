import JetonASN1
import JetonOctets
import Testing

@Suite("The DER reader against swift-asn1")
struct DifferentialTests {
    /// A structure with every type that certificates are made of.
    static let sample = DER.sequence(
        DER.explicit(0, DER.integer(2)),
        DER.integer(magnitude: [0x80, 1, 2, 3]),
        DER.sequence(DER.oid(.sha256WithRSAEncryption), DER.null),
        DER.set(of: [DER.string(.utf8String, "é"), DER.string(.printableString, "a")]),
        DER.bitString([UInt8](repeating: 0x5A, count: 200)),
        DER.boolean(true),
        DER.octetString(DER.sequence())
    )

    /// Whether every level of all of `octets` is DER.
    private func isTree(_ octets: [UInt8]) -> Bool {
        func walk(_ reader: ASN1Reader, _ depth: Int) throws -> Bool {
            var reader = reader
            while !reader.isAtEnd {
                let element = try reader.next()
                if element.tag.isConstructed, depth < 40 {
                    guard try walk(element.members(), depth + 1) else { return false }
                }
            }
            return true
        }
        guard let root = try? ASN1Element.parse(octets) else { return false }
        return root.tag.isConstructed ? (try? walk(root.members(), 0)) ?? false : true
    }

    @Test("Both take the sample and agree on every change of one byte")
    func changes() throws {
        let sample = DifferentialTests.sample
        #expect(isTree(sample))
        #expect(Foreign.accepts(sample))
        var refused = 0
        for index in sample.indices {
            for change in 0..<UInt8(255) {
                var octets = sample
                octets[index] &+= change &+ 1
                // Tags of several bytes: swift-asn1 has other limits.
                let theirs = Foreign.accepts(octets)
                let ours = isTree(octets)
                if octets[index] & 0x1F != 0x1F {
                    #expect(ours == theirs, "\(Hex.encode(octets))")
                }
                refused += ours ? 0 : 1
            }
        }
        #expect(refused > 1_000)
    }

    @Test("Both refuse every cut of the sample")
    func cuts() {
        for count in 0..<DifferentialTests.sample.count {
            let octets = Array(DifferentialTests.sample.prefix(count))
            #expect(!isTree(octets))
            #expect(!Foreign.accepts(octets))
        }
    }

    @Test(
        "Object identifiers are written as swift-asn1 writes them",
        arguments: [
            "1.2.840.113549.1.1.11", "2.16.840.1.101.3.4.2.1", "0.0", "2.999.3", "1.3.6.1.4.1.41482.3.3",
            "2.25.18446744073709551535",
        ]
    )
    func objectIdentifiers(text: String) throws {
        let ours = try #require(OID(text))
        let theirs = try Foreign.objectIdentifier(text)
        #expect(DER.oid(ours) == theirs)
        #expect(try ASN1Element.parse(theirs).oid() == ours)
    }
}
