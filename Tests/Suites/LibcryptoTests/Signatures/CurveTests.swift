import JetonASN1
import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Curves, and ECDSA on P-256")
struct CurveTests {
    @Test(
        "libcrypto has the curves that certificates name",
        arguments: [
            (OID.p224, 224, 28), (.p256, 256, 32), (.p384, 384, 48), (.p521, 521, 66), (.secp256k1, 256, 32),
            (.brainpoolP256r1, 256, 32), (.brainpoolP384r1, 384, 48), (.brainpoolP512r1, 512, 64),
        ]
    )
    func sizes(identifier: OID, bits: Int, length: Int) throws {
        let curve = try EllipticCurve(oid: identifier)
        #expect(curve.bitCount == bits)
        #expect(curve.fieldLength == length)
        #expect(curve.orderLength == length)
        #expect(curve.description == identifier.name)
        #expect(EllipticCurve.identifiers.contains(identifier))
    }

    @Test(
        "A curve that libcrypto does not have is unsupported",
        arguments: [OID(1, 2, 3), .gostCryptoProA, .ed25519, OID(1, 2, 156, 10_197, 1, 301)]
    )
    func unknown(identifier: OID) {
        #expect(throws: LibcryptoError(.unsupported)) { try EllipticCurve(oid: identifier) }
    }

    // RFC 6979, A.2.5, SHA-256 of "sample".
    @Test("A known signature on P-256, in every malformed form")
    func knownAnswer() throws {
        let point = try #require(
            Hex.decode(
                "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
                    + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
            )
        )
        let r = try #require(Hex.decode("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"))
        let s = try #require(Hex.decode("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"))
        let order = try #require(Hex.decode("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"))
        let curve = try EllipticCurve(oid: .p256)
        let key = try VerifyingKey(point: point, on: curve)
        let digest = try Digest.sha256.hash(Array("sample".utf8))
        let signature = try ECDSASignature(concatenated: r + s, orderLength: 32).derRepresentation
        #expect(try key.isValid(signature, of: digest, by: .ecdsa))
        var bad = changes(of: signature)
        bad += [[], r + s, signature + [0], Array(signature.dropLast()), DER.sequence(DER.integer(0), DER.integer(0))]
        bad.append(DER.sequence(DER.integer(magnitude: r), DER.integer(0)))
        bad.append(DER.sequence(DER.integer(magnitude: order), DER.integer(magnitude: s)))
        bad.append(DER.sequence(DER.integer(magnitude: [1] + r), DER.integer(magnitude: s)))
        // Not DER: a padded number, a long length, the indefinite length, something behind the numbers.
        bad.append(DER.sequence(DER.element(.integer, [0, 0] + r), DER.integer(magnitude: s)))
        bad.append([0x30, 0x81] + signature.dropFirst())
        bad.append([0x30, 0x80] + signature.dropFirst(2) + [0, 0])
        bad.append(DER.sequence(DER.integer(magnitude: r), DER.integer(magnitude: s), DER.null))
        for octets in bad { #expect(try !key.isValid(octets, of: digest, by: .ecdsa)) }
        #expect(throws: LibcryptoError(.invalidInput)) { try key.isValid(signature, of: digest, by: .edDSA) }
    }

    @Test("Points in another form, and other lengths, are refused")
    func points() throws {
        let curve = try EllipticCurve(oid: .p256)
        let point = try curve.publicPoint(of: secret([UInt8](repeating: 1, count: 32)))
        let x = point[1...32]
        let isOdd = point[64] & 1
        let prime = try #require(Hex.decode("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF"))
        for bad in [
            [], [0], [2 + isOdd] + x, [6 + isOdd] + point.dropFirst(), Array(point.dropLast()), point + [0],
            [0] + point.dropFirst(), [4] + prime + point.suffix(32), [UInt8](repeating: 0, count: 65),
            [4] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 0xFF, count: 64),
        ] as [[UInt8]] {
            #expect(throws: LibcryptoError(.invalidInput)) { try VerifyingKey(point: bad, on: curve) }
        }
        for scalar in [[], [1], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32)] as [[UInt8]] {
            #expect(throws: LibcryptoError(.invalidInput)) { try curve.publicPoint(of: secret(scalar)) }
        }
    }
}
