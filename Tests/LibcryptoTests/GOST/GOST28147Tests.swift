import GOSTOracle
import Libcrypto
import Octets
import Testing

@Suite("GOST 28147-89 with the parameters of CryptoPro-A, against RFC 4490 and libgcrypt")
struct GOST28147Tests {
    /// Counter mode as RFC 5830, 6, and RFC 4357, 2.3.2, describe it, on libgcrypt's single blocks.
    private func reference(_ data: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
        // RFC 4357, 2.3.2.
        let constant = try Vector.octets("6900722264c904238d3adb9646e92ac418feac9400ed0712c086dcc2ef4ca92b")
        func encrypted(_ octets: [UInt8], _ key: [UInt8]) throws -> [UInt8] {
            try Oracle.encrypt(octets, key: key, parameters: Oracle.cryptoProA)
        }
        func word(_ octets: ArraySlice<UInt8>) -> UInt64 { octets.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        var key = key
        var state = try encrypted(iv, key)
        var output: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 8) {
            if start > 0, start % 1024 == 0 {
                key = try Oracle.decrypt(constant, key: key, parameters: Oracle.cryptoProA)
                state = try encrypted(state, key)
            }
            let low = (word(state[0..<4]) + 0x0101_0101) % (1 << 32)
            var high = word(state[4..<8]) + 0x0101_0104
            // Addition modulo 2^32 - 1, where 2^32 - 1 itself stays.
            if high >= 1 << 32 { high = high - (1 << 32) + 1 }
            state = (0..<8).map { UInt8(truncatingIfNeeded: ($0 < 4 ? low : high) >> UInt64(8 * ($0 % 4))) }
            let stream = try encrypted(state, key)
            for (index, octet) in data[start..<min(start + 8, data.count)].enumerated() {
                output.append(octet ^ stream[index])
            }
        }
        return output
    }

    @Test(
        "Counter mode is that of the RFCs, meshing included",
        arguments: [0, 1, 7, 8, 9, 200, 1023, 1024, 1025, 2048, 2056, 3333]
    )
    func counterMode(count: Int) throws {
        let key = try Random.octets(32)
        let iv = try Random.octets(8)
        let data = try Random.octets(count)
        let expected = try reference(data, key: key, iv: iv)
        #expect(try GOST28147.counterMode(data.span, key: key.span, iv: iv.span) == expected)
        #expect(try GOST28147.counterMode(expected.span, key: key.span, iv: iv.span) == data)
    }

    @Test(
        "The check value is libgcrypt's, meshing included",
        arguments: [1, 7, 8, 9, 16, 17, 200, 1024, 1025, 2048, 2056, 3333]
    )
    func checkValue(count: Int) throws {
        let key = try Random.octets(32)
        let data = try Random.octets(count)
        // A single block is followed by one of zeros: RFC 5830, 8, asks for two at least.
        let whole = count <= 8 ? data + [UInt8](repeating: 0, count: 16 - count) : data
        #expect(
            try GOST28147.imit(data.span, key: key.span)
                == Oracle.code(ORACLE_IMIT, key: key, whole, count: 4, parameters: Oracle.cryptoProA)
        )
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
}
