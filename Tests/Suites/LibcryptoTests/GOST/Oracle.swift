import GOSTOracle

/// libgcrypt's answers.
enum Oracle {
    struct Failed: Error {}

    /// id-Gost28147-89-CryptoPro-A-ParamSet.
    static let cryptoProA = "1.2.643.2.2.31.1"
    /// id-tc26-gost-28147-param-Z.
    static let paramZ = "1.2.643.7.1.2.5.1.1"
    /// id-GostR3411-94-TestParamSet.
    static let digestTest = "1.2.643.2.2.30.0"
    /// id-GostR3411-94-CryptoProParamSet.
    static let digestCryptoPro = "1.2.643.2.2.30.1"

    static func hash(_ algorithm: oracle_algorithm, _ data: [UInt8], count: Int) throws -> [UInt8] {
        try unsafe answer(count) { unsafe oracle_hash(Int32(algorithm.rawValue), data, data.count, $0) }
    }

    static func code(
        _ algorithm: oracle_algorithm,
        key: [UInt8],
        _ data: [UInt8],
        count: Int,
        parameters: String? = nil
    ) throws -> [UInt8] {
        try unsafe answer(count) {
            unsafe oracle_code(
                Int32(algorithm.rawValue),
                parameters,
                key,
                key.count,
                data,
                data.count,
                $0,
                count
            )
        }
    }

    static func stretch(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) throws -> [UInt8] {
        try unsafe answer(count) {
            unsafe oracle_stretch(
                password,
                password.count,
                salt,
                salt.count,
                UInt(iterations),
                $0,
                count
            )
        }
    }

    static func encrypt(_ blocks: [UInt8], key: [UInt8], parameters: String) throws -> [UInt8] {
        try unsafe answer(blocks.count) { unsafe oracle_blocks(parameters, 1, key, blocks, blocks.count, $0) }
    }

    static func decrypt(_ blocks: [UInt8], key: [UInt8], parameters: String) throws -> [UInt8] {
        try unsafe answer(blocks.count) { unsafe oracle_blocks(parameters, 0, key, blocks, blocks.count, $0) }
    }

    /// (scalar × factor mod q) times a point, or times the generator.
    static func multiply(_ curve: String, scalar: [UInt8], by factor: [UInt8], point: [UInt8]?) throws -> [UInt8] {
        try unsafe answer(2 * scalar.count) {
            unsafe oracle_multiply(curve, scalar.count, scalar, factor, factor.count, point, $0)
        }
    }

    private static func answer(
        _ count: Int,
        _ body: (UnsafeMutablePointer<UInt8>) -> Int32
    ) throws -> [UInt8] {
        var result: Int32 = -1
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe buffer.initialize(repeating: 0)
            if let base = buffer.baseAddress { result = unsafe body(base) }
            initialized = count
        }
        guard result == 0 else { throw Failed() }
        return octets
    }
}
