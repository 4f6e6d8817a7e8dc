import JetonLibcrypto

/// Octets from HMACs of Streebog, as TLS and IPsec chain them.
enum PseudorandomFunction {
    /// HMAC of a key and a message.
    typealias Code = @Sendable (_ key: [UInt8], _ message: [UInt8]) throws -> [UInt8]

    static let short: Code = { try Streebog.hmac256(key: $0.span, $1.span) }
    static let long: Code = { try Streebog.hmac512(key: $0.span, $1.span) }

    /// PRF_TLS_GOSTR3411_2012_256, or with ``long`` _512 (RFC 7836, 4.2.1): `seed` is the label, then the seed.
    static func transportLayer(_ key: [UInt8], _ seed: [UInt8], count: Int, code: Code = short) throws -> [UInt8] {
        var output: [UInt8] = []
        var state = seed
        while output.count < count {
            state = try code(key, state)
            output += try code(key, state + seed)
        }
        return Array(output.prefix(count))
    }

    /// PRF_IPSEC_PRFPLUS_GOSTR3411_2012_256, or with ``long`` _512 (RFC 7836, 4.2.2).
    static func internetProtocol(_ key: [UInt8], _ data: [UInt8], count: Int, code: Code = short) throws -> [UInt8] {
        var output: [UInt8] = []
        var state: [UInt8] = []
        var number: UInt8 = 1
        while output.count < count {
            state = try code(key, state + data + [number])
            output += state
            number += 1
        }
        return Array(output.prefix(count))
    }
}
