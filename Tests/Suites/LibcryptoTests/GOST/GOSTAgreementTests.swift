import Foundation
import GOSTOracle
import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

@Suite("GOST R against libgcrypt and OpenSSL's GOST engine, on random input")
struct GOSTAgreementTests {
    private static let lengths = [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4096]

    @Test("Digests are libgcrypt's, that of the empty string among them", arguments: lengths)
    func digests(count: Int) throws {
        let data = try Random.octets(count)
        #expect(try Streebog.hash256(data.span) == Oracle.hash(ORACLE_STREEBOG_256, data, count: 32))
        #expect(try Streebog.hash512(data.span) == Oracle.hash(ORACLE_STREEBOG_512, data, count: 64))
        #expect(try Digest.gost341194.hash(data.span) == Oracle.hash(ORACLE_GOST3411_94_CRYPTOPRO, data, count: 32))
    }

    @Test("HMAC is libgcrypt's, with keys shorter and longer than a block", arguments: lengths)
    func codes(count: Int) throws {
        let data = try Random.octets(count)
        for length in [1, 32, 63, 64, 65, 200] {
            let key = try Random.octets(length)
            #expect(
                try Streebog.hmac256(key: key.span, data.span)
                    == Oracle.code(ORACLE_HMAC_STREEBOG_256, key: key, data, count: 32)
            )
            #expect(
                try Streebog.hmac512(key: key.span, data.span)
                    == Oracle.code(ORACLE_HMAC_STREEBOG_512, key: key, data, count: 64)
            )
        }
    }

    @Test("PBKDF2 is libgcrypt's, with passwords shorter and longer than a block", arguments: [1, 12, 16, 64, 65, 200])
    func stretching(length: Int) throws {
        let password = try Random.octets(length)
        let salt = try Random.octets(16)
        for (iterations, count) in [(1, 1), (2, 64), (100, 65), (2000, 32)] {
            let key = try Streebog.pbkdf2(
                password: password.span,
                salt: salt.span,
                iterations: iterations,
                count: count
            )
            let octets = Vector.octets(of: key)
            #expect(try Oracle.stretch(password, salt: salt, iterations: iterations, count: count) == octets)
        }
    }

    /// The curves with libgcrypt's names and their cofactors.
    static let curves: [(GOSTCurve, String, UInt8)] = [
        (.cryptoProA, "GOST2001-CryptoPro-A", 1),
        (.cryptoProB, "GOST2001-CryptoPro-B", 1),
        (.cryptoProC, "GOST2001-CryptoPro-C", 1),
        (.tc26ParamSetA, "GOST2012-256-A", 4),
        (.tc26ParamSet512A, "GOST2012-512-tc26-A", 1),
        (.tc26ParamSet512B, "GOST2012-512-tc26-B", 1),
        (.tc26ParamSet512C, "GOST2012-512-tc26-C", 4),
    ]

    @Test("Public keys and VKO are libgcrypt's", arguments: curves)
    func agreement(_ curve: GOSTCurve, _ name: String, _ cofactor: UInt8) throws {
        for _ in 0..<4 {
            let key = try GOSTPrivateKey(generatingOn: curve)
            let peer = try GOSTPrivateKey(generatingOn: curve).publicKey
            let scalar = Vector.octets(of: key.octets)
            #expect(try Oracle.multiply(name, scalar: scalar, by: [1], point: nil) == key.publicKey.octets)

            let ukm = try Random.octets(8)
            var factor = ukm + [0]
            var carry = 0
            for index in factor.indices {
                carry += Int(factor[index]) * Int(cofactor)
                factor[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            let product = try Oracle.multiply(name, scalar: scalar, by: factor, point: peer.octets)
            let expected = [
                VKO.gost2001: try Oracle.hash(ORACLE_GOST3411_94_CRYPTOPRO, product, count: 32),
                .gost2012Hash256: try Oracle.hash(ORACLE_STREEBOG_256, product, count: 32),
                .gost2012Hash512: try Oracle.hash(ORACLE_STREEBOG_512, product, count: 64),
            ]
            for (variant, digest) in expected {
                let agreed = try key.agree(with: peer, ukm: ukm.span, by: variant)
                #expect(Vector.text(agreed) == Vector.text(digest))
            }
        }
    }

    // MARK: The engine, by way of the openssl command

    @Test("Digests, ciphers and check values are the engine's", arguments: [1, 64, 999, 1024, 3000])
    func engine(count: Int) async throws {
        let data = try Random.octets(count)
        for (name, digest) in [
            ("md_gost12_256", try Streebog.hash256(data.span)), ("md_gost12_512", try Streebog.hash512(data.span)),
            ("md_gost94", try Digest.gost341194.hash(data.span)),
        ] {
            let theirs = try await Engine.run(["dgst", "-engine", "gost", "-binary", "-\(name)"], input: data)
            #expect(theirs == digest, "\(name)")
        }
        let key = try Random.octets(32)
        let iv = try Random.octets(8)
        let encrypted = try await Engine.run(
            ["enc", "-engine", "gost", "-gost89-cnt", "-K", Hex.encode(key), "-iv", Hex.encode(iv)],
            input: data
        )
        #expect(try GOST28147.counterMode(data.span, key: key.span, iv: iv.span) == encrypted)
        // The command takes the key of a check value as text.
        let text = Hex.encode(try Random.octets(16))
        let code = try await Engine.run(
            ["dgst", "-engine", "gost", "-binary", "-mac", "gost-mac", "-macopt", "key:\(text)"],
            input: data
        )
        let textKey = Array(text.utf8)
        #expect(try GOST28147.imit(data.span, key: textKey.span) == code)
        // The engine's kuznyechik-mac is none, but the provider has one for the default context.
        let cmac = try await Engine.run(
            [
                "mac", "-provider", "default", "-provider", "gostprov", "-binary", "-macopt",
                "hexkey:\(Hex.encode(key))", "kuznyechik-mac",
            ],
            input: data
        )
        #expect(try Kuznyechik.cmac(data.span, key: key.span) == cmac)
        let blocks = try Random.octets(64)
        let ciphered = try await Engine.run(
            ["enc", "-engine", "gost", "-kuznyechik-ecb", "-nopad", "-K", Hex.encode(key)],
            input: blocks
        )
        #expect(try Kuznyechik.encrypt(blocks.span, key: key.span) == ciphered)
    }

    @Test(
        "Keys and VKO are the engine's",
        arguments: [
            (GOSTCurve.cryptoProA, "gost2001", "A"), (.cryptoProB, "gost2001", "B"), (.cryptoProC, "gost2001", "C"),
            (.tc26ParamSetA, "gost2012_256", "TCA"), (.tc26ParamSet512A, "gost2012_512", "A"),
            (.tc26ParamSet512B, "gost2012_512", "B"), (.tc26ParamSet512C, "gost2012_512", "C"),
        ]
    )
    func engineAgreement(_ curve: GOSTCurve, _ algorithm: String, _ parameters: String) async throws {
        let directory = try TemporaryDirectory()
        var keys: [(file: String, publicFile: String, key: [UInt8], point: [UInt8])] = []
        for name in ["first", "second"] {
            let file = directory.path("\(name).pem")
            let publicFile = directory.path("\(name).pub")
            _ = try await Engine.run(
                [
                    "genpkey", "-engine", "gost", "-algorithm", algorithm, "-pkeyopt", "paramset:\(parameters)", "-out",
                    file,
                ]
            )
            _ = try await Engine.run(["pkey", "-engine", "gost", "-in", file, "-pubout", "-out", publicFile])
            let der = try await Engine.run(["pkey", "-engine", "gost", "-in", file, "-outform", "DER"])
            let spki = try await Engine.run(["pkey", "-engine", "gost", "-in", file, "-pubout", "-outform", "DER"])
            keys.append(
                (
                    file, publicFile, Array(der.suffix(curve.fieldLength)),
                    Array(spki.suffix(2 * curve.fieldLength))
                )
            )
        }
        let octets = keys[0].key
        let key = try GOSTPrivateKey(octets: octets.span, curve: curve)
        #expect(key.publicKey.octets == keys[0].point)
        let peer = try GOSTPublicKey(octets: keys[1].point, curve: curve)
        let ukm = try Random.octets(8)
        // A UKM of 8 octets alone means VKO of 2001 for a key of 2001.
        let variants: [(VKO, [String])] =
            algorithm == "gost2001"
            ? [(.gost2001, [])]
            : [
                (.gost2012Hash256, ["-pkeyopt", "vko:256"]), (.gost2012Hash512, ["-pkeyopt", "vko:512"]),
            ]
        for (variant, options) in variants {
            let theirs = try await Engine.run(
                [
                    "pkeyutl", "-engine", "gost", "-derive", "-inkey", keys[0].file, "-peerkey", keys[1].publicFile,
                    "-pkeyopt", "ukmhex:\(Hex.encode(ukm))",
                ] + options
            )
            let agreed = try key.agree(with: peer, ukm: ukm.span, by: variant)
            #expect(Vector.text(agreed) == Vector.text(theirs))
        }
        // 32 octets mean KEG of RFC 9189, 8.3.1, for a key of 2012: VKO, and with 256 bits the key tree.
        guard algorithm != "gost2001" else { return }
        let hash = try Random.octets(32)
        let theirs = try await Engine.run(
            [
                "pkeyutl", "-engine", "gost", "-derive", "-inkey", keys[0].file, "-peerkey", keys[1].publicFile,
                "-pkeyopt", "ukmhex:\(Hex.encode(hash))",
            ]
        )
        let made = try TLSReference.exportKeys(.kuznyechik, key, peer, hash)
        #expect(Vector.text(made) == Vector.text(theirs))
    }
}
