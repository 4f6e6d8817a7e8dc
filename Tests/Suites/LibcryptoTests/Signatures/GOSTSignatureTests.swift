import JetonASN1
import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Signatures of GOST R 34.10 as OpenSSL's engine makes them")
struct GOSTSignatureTests {
    @Test(
        "Every curve and algorithm",
        arguments: [
            (GOSTCurve.cryptoProA, "gost2001", "A"), (.cryptoProB, "gost2001", "B"), (.cryptoProC, "gost2001", "C"),
            (.cryptoProA, "gost2001", "XA"), (.cryptoProC, "gost2001", "XB"), (.cryptoProA, "gost2012_256", "A"),
            (.cryptoProB, "gost2012_256", "B"), (.cryptoProC, "gost2012_256", "C"),
            (.tc26ParamSetA, "gost2012_256", "TCA"),
            (.cryptoProA, "gost2012_256", "TCB"), (.cryptoProB, "gost2012_256", "TCC"),
            (.cryptoProC, "gost2012_256", "TCD"), (.tc26ParamSet512A, "gost2012_512", "A"),
            (.tc26ParamSet512B, "gost2012_512", "B"), (.tc26ParamSet512C, "gost2012_512", "C"),
        ]
    )
    func engine(curve: GOSTCurve, algorithm: String, parameters: String) async throws {
        let openssl = try OpenSSLKeys()
        let engine = ["-engine", "gost"]
        let file = try await openssl.generate(engine + ["-algorithm", algorithm, "-pkeyopt", "paramset:\(parameters)"])
        let key = try VerifyingKey(subjectPublicKeyInfo: await openssl.subjectPublicKeyInfo(file, engine))
        #expect(key.kind == .gost(curve))
        #expect(key.bitCount == curve.fieldLength * 8)
        for _ in 0..<8 {
            let message = try Random.octets(50)
            let digest =
                switch algorithm {
                case "gost2001": try Digest.gost341194.hash(message.span)
                case "gost2012_256": try Digest.streebog256.hash(message)
                default: try Digest.streebog512.hash(message)
                }
            let signature = try await openssl.sign(digest, file, engine)
            #expect(try key.isValid(signature, of: digest, by: .gost))
            #expect(try !key.isValid(signature, of: digest.reversed(), by: .gost))
            // r, then s: the order of other standards.
            let half = curve.fieldLength
            #expect(try !key.isValid(Array(signature.suffix(half) + signature.prefix(half)), of: digest, by: .gost))
            for changed in changes(of: signature).prefix(4) {
                #expect(try !key.isValid(changed, of: digest, by: .gost))
            }
            let zero = [UInt8](repeating: 0, count: half)
            let ones = [UInt8](repeating: 0xFF, count: half)
            for bad in [
                zero + zero, zero + signature.suffix(half), signature.prefix(half) + zero,
                ones + signature.suffix(half),
                signature.prefix(half) + ones, Array(signature.dropLast()), signature + [0], [],
            ] as [[UInt8]] {
                #expect(try !key.isValid(bad, of: digest, by: .gost))
            }
            #expect(throws: LibcryptoError(.invalidInput)) {
                try key.isValid(signature, of: Array(digest.dropLast()), by: .gost)
            }
            #expect(throws: LibcryptoError(.invalidInput)) { try key.isValid(signature, of: digest, by: .ecdsa) }
        }
        // A digest of zero counts as one (RFC 7091, 6.1, step 2).
        let nothing = [UInt8](repeating: 0, count: curve.fieldLength)
        let signature = try await openssl.sign(nothing, file, engine)
        #expect(try key.isValid(signature, of: nothing, by: .gost))
    }

    @Test(
        "What our keys sign, OpenSSL's engine verifies, and not with a changed bit",
        arguments: [
            GOSTParameters(.gost2001, parameterSet: .gostCryptoProA),
            GOSTParameters(.gost2012Of256, parameterSet: .gost2012Of256SetA),
            GOSTParameters(.gost2012Of256, parameterSet: .gostCryptoProA),
            GOSTParameters(.gost2012Of256, parameterSet: .gostCryptoProB),
            GOSTParameters(.gost2012Of256, parameterSet: .gost2012Of256SetD),
            GOSTParameters(.gost2012Of512, parameterSet: .gost2012Of512SetA),
            GOSTParameters(.gost2012Of512, parameterSet: .gost2012Of512SetB),
            GOSTParameters(.gost2012Of512, parameterSet: .gost2012Of512SetC),
        ]
    )
    func sign(parameters: GOSTParameters?) async throws {
        let parameters = try #require(parameters)
        let openssl = try OpenSSLKeys()
        let key = try GOSTPrivateKey(generatingOn: parameters.curve)
        let info = parameters.subjectPublicKeyInfo(key.publicKey.octets)
        let verifying = try VerifyingKey(subjectPublicKeyInfo: info)
        #expect(verifying.kind == .gost(parameters.curve))
        var seen: Set<[UInt8]> = []
        for number in 0..<4 {
            // A digest of zero counts as one, and one of ones is above q.
            let length = parameters.algorithm.length
            let digest =
                switch number {
                case 0: [UInt8](repeating: 0, count: length)
                case 1: [UInt8](repeating: 0xFF, count: length)
                default: try Random.octets(length)
                }
            for _ in 0..<2 {
                let signature = try key.sign(digest: digest)
                #expect(try verifying.isValid(signature, of: digest, by: .gost))
                #expect(seen.insert(Array(signature.suffix(length))).inserted, "r comes a second time")
                for changed in changes(of: signature).prefix(3) {
                    #expect(try !verifying.isValid(changed, of: digest, by: .gost))
                }
                if number > 1 {
                    #expect(try await openssl.isValid(signature, of: digest, info, ["-engine", "gost"]))
                    #expect(try await !openssl.isValid(signature, of: digest.reversed(), info, ["-engine", "gost"]))
                }
            }
        }
        let short = Array(try Random.octets(parameters.algorithm.length).dropLast())
        #expect(throws: LibcryptoError(.invalidInput)) { try key.sign(digest: short) }
    }

    @Test("A set of another length than the algorithm's, and one that is not known, make no parameters")
    func parameters() {
        #expect(GOSTParameters(.gost2012Of512, parameterSet: .gostCryptoProA) == nil)
        #expect(GOSTParameters(.gost2001, parameterSet: .gost2012Of512SetA) == nil)
        #expect(GOSTParameters(.gost2012Of256, parameterSet: .p256) == nil)
        #expect(GOSTAlgorithm(oid: .ecPublicKey) == nil)
    }
}
