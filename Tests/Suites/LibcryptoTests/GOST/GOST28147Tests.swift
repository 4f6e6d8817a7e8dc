import GOSTOracle
import JetonLibcrypto
import JetonOctets
import Testing

@Suite("GOST 28147-89 with the parameters of CryptoPro-A, as the RFCs describe it, and against libgcrypt")
struct GOST28147Tests {
    @Test(
        "Counter mode is that of the RFCs, meshing included",
        arguments: [0, 1, 7, 8, 9, 200, 1023, 1024, 1025, 2048, 2056, 3333]
    )
    func counterMode(count: Int) throws {
        let key = try Random.octets(32)
        let iv = try Random.octets(8)
        let data = try Random.octets(count)
        let expected = GOST28147Reference.cryptoProA.counter(data, key: key, iv: iv)
        #expect(try GOST28147.counterMode(data.span, key: key.span, iv: iv.span) == expected)
        #expect(try GOST28147.counterMode(expected.span, key: key.span, iv: iv.span) == data)
    }

    @Test(
        "The check value is that of the RFCs, meshing included, and without it libgcrypt's",
        arguments: [1, 7, 8, 9, 16, 17, 200, 1024, 1025, 2048, 2056, 3333]
    )
    func checkValue(count: Int) throws {
        let key = try Random.octets(32)
        let data = try Random.octets(count)
        // A single block is followed by one of zeros: RFC 5830, 8, asks for two at least.
        let whole = count <= 8 ? data + [UInt8](repeating: 0, count: 16 - count) : data
        let expected = GOST28147Reference.cryptoProA.checkValue(whole, key: key)
        #expect(try GOST28147.imit(data.span, key: key.span) == expected)
        if count <= 1024 {
            let code = try Oracle.code(ORACLE_IMIT, key: key, whole, count: 4, parameters: Oracle.cryptoProA)
            #expect(code == expected)
        }
    }

    @Test("Lengths that make no sense are refused")
    func limits() throws {
        let key = [UInt8](repeating: 1, count: 32)
        let iv = [UInt8](repeating: 2, count: 8)
        let none: [UInt8] = []
        #expect(throws: LibcryptoError(.invalidInput)) { try GOST28147.imit(none.span, key: key.span) }
        #expect(throws: LibcryptoError(.invalidInput)) { try GOST28147.imit(iv.span, key: iv.span) }
        #expect(throws: LibcryptoError(.invalidInput)) {
            try GOST28147.counterMode(iv.span, key: iv.span, iv: iv.span)
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            try GOST28147.counterMode(iv.span, key: key.span, iv: key.span)
        }
    }

    // The environment variable CRYPT_PARAMS is tried in GOSTProviderTests.
    @Test("Pitfall 1: The S-boxes are those of CryptoPro-A, and not param-Z, which the provider's gost89 begins with")
    func substitutions() throws {
        let key = [UInt8](0..<32)
        let iv = [UInt8](0..<8)
        let data = [UInt8](0..<64)
        let encrypted = try GOST28147.counterMode(data.span, key: key.span, iv: iv.span)
        let code = try GOST28147.imit(data.span, key: key.span)
        #expect(encrypted == GOST28147Reference.cryptoProA.counter(data, key: key, iv: iv))
        #expect(code == GOST28147Reference.cryptoProA.checkValue(data, key: key))
        #expect(encrypted != GOST28147Reference.paramZ.counter(data, key: key, iv: iv))
        #expect(code != GOST28147Reference.paramZ.checkValue(data, key: key))
        #expect(try Oracle.code(ORACLE_IMIT, key: key, data, count: 4, parameters: Oracle.cryptoProA) == code)
    }

    @Test("A key wrapped with the library's KDF and param-Z, which the library has not (RFC 7836, B, 11)")
    func wrap() throws {
        let exportKey = [UInt8](0..<32)
        let key = [UInt8](32..<64)
        let seed = try Vector.octets("af21434145656378")
        let label = try Vector.octets("26bdb878")
        let secret = try Streebog.keyTree(
            key: exportKey.span,
            label: label.span,
            seed: seed.span,
            counterOctets: 1,
            count: 32
        )
        #expect(Vector.text(secret) == "a1aa5f7de402d7b3d323f2991c8d4534013137010a83754fd0af6d7cd4922ed9")
        let wrapping = Vector.octets(of: secret)
        let cipher = GOST28147Reference.paramZ
        #expect(Vector.text(cipher.checkValue(key, key: wrapping, iv: seed)) == "be33f052")
        #expect(
            Vector.text(cipher.blocks(key, key: wrapping))
                == "d15547f8ee85121bc87d4b1027d26027ecc071bba6e72f3fec6f620f56834c5a"
        )
    }
}
