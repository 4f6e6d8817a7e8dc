import GOSTOracle
import Libcrypto
import Octets
import Testing

@Suite("GOST 28147-89 with the parameters of CryptoPro-A, against RFC 4490 and libgcrypt")
struct GOST28147Tests {
    // RFC 4357, 2.3.2.
    private static let meshing = "6900722264c904238d3adb9646e92ac418feac9400ed0712c086dcc2ef4ca92b"

    // RFC 4357, 11.1: K1 to K8 of id-Gost28147-89-CryptoPro-A-ParamSet.
    private static let substitution = [
        "96328B17A4EFC0D5",
        "37E98AF0526CB4D1",
        "E462B3D8CF5A0719",
        "E7ACD13902B4F856",
        "B5198DF0E423C7A6",
        "3ADC120B75948FE6",
        "1D297A608C45F3BE",
        "BAF50CE8623917D4",
    ].map { $0.compactMap(\.hexDigitValue).map(UInt32.init) }

    /// Counter mode as RFC 5830, 6, and RFC 4357, 2.3.2, describe it, on libgcrypt's single blocks.
    private func reference(_ data: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
        let constant = try Vector.octets(Self.meshing)
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

    /// The check value as RFC 5830, 8, describes it.
    ///
    /// RFC 4357, 2.3.2, has no initialisation vector to mesh here: only the key changes.
    private func referenceCheckValue(_ data: [UInt8], key: [UInt8]) throws -> [UInt8] {
        var key = key
        func words(_ octets: [UInt8]) -> [UInt32] {
            stride(from: 0, to: octets.count, by: 4).map { start in
                octets[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
        var state: [UInt32] = [0, 0]
        for start in stride(from: 0, to: data.count, by: 8) {
            if start > 0, start % 1024 == 0 {
                key = try Oracle.decrypt(Vector.octets(Self.meshing), key: key, parameters: Oracle.cryptoProA)
            }
            let rest = data[start..<min(start + 8, data.count)]
            let block = words(Array(rest) + [UInt8](repeating: 0, count: 8 - rest.count))
            state = [state[0] ^ block[0], state[1] ^ block[1]]
            let keys = words(key)
            for round in 0..<16 {
                let sum = state[round % 2] &+ keys[round % 8]
                var substituted: UInt32 = 0
                for nibble in 0..<8 {
                    let value = Self.substitution[nibble][Int(sum >> UInt32(4 * nibble) & 15)]
                    substituted |= value << UInt32(4 * nibble)
                }
                state[1 - round % 2] ^= substituted << 11 | substituted >> 21
            }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: state[0] >> UInt32(8 * $0)) }
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
        let expected = try referenceCheckValue(whole, key: key)
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
}
