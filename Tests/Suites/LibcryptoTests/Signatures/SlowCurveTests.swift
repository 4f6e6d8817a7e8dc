import JetonASN1
import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

@Suite("ECDSA on every curve of libcrypto")
struct SlowCurveTests {
    /// A scalar of small numbers of bits, which is below every order.
    private static func scalar(_ curve: EllipticCurve) -> [UInt8] {
        let random = (0..<curve.orderLength).map { _ in UInt8.random(in: 1...255) }
        return [0] + random.dropFirst()
    }

    @Test("Signatures go both ways between us and openssl", arguments: EllipticCurve.identifiers)
    func agreement(identifier: OID) async throws {
        let curve = try EllipticCurve(oid: identifier)
        let pkcs8 = ellipticCurvePKCS8(Self.scalar(curve), on: identifier)
        let key = try SoftwareKey(pkcs8: secret(pkcs8))
        let verifying = try VerifyingKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)
        #expect(verifying.kind == .ellipticCurve(curve))
        #expect(verifying.bitCount == curve.bitCount)
        let digest = try Digest.sha512.hash([1])
        let ours = try key.sign(digest, by: .ecdsa)
        let openssl = try OpenSSLKeys()
        let file = try openssl.directory.write(privateKeyText(pkcs8), to: "key.pem")
        let theirs = try await openssl.sign(digest, file)
        #expect(try await openssl.isValid(ours, of: digest, key.subjectPublicKeyInfo))
        #expect(try await openssl.subjectPublicKeyInfo(file) == key.subjectPublicKeyInfo)
        for signature in [ours, theirs] {
            #expect(try verifying.isValid(signature, of: digest, by: .ecdsa))
            #expect(try !verifying.isValid(signature, of: digest.reversed(), by: .ecdsa))
            let form = try ECDSASignature(derRepresentation: signature, orderLength: curve.orderLength)
            let raw = try #require(form.concatenated(orderLength: curve.orderLength))
            let again = try ECDSASignature(concatenated: raw, orderLength: curve.orderLength)
            #expect(again.derRepresentation == signature)
        }
        // A point off the curve, in the field of the curve.
        let point = try curve.publicPoint(of: secret(Self.scalar(curve)))
        #expect(point.count == 1 + 2 * curve.fieldLength)
        for changed in [point.count - 1, curve.fieldLength] {
            var off = point
            off[changed] ^= 1
            #expect(throws: LibcryptoError(.invalidInput)) { try VerifyingKey(point: off, on: curve) }
        }
    }
}
