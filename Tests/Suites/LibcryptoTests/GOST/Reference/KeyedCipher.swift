import JetonLibcrypto
import JetonOctets

/// A block cipher with a key, for modes that ``JetonLibcrypto`` does not have and whose examples test its parts.
struct KeyedCipher {
    /// A block cipher without a key.
    typealias Algorithm = @Sendable ([UInt8]) -> KeyedCipher

    let blockLength: Int
    let key: [UInt8]
    /// Encrypts whole blocks, each by itself.
    let encrypt: ([UInt8]) throws -> [UInt8]

    /// ``JetonLibcrypto``'s AES, for keys of 16, 24 and 32 octets.
    static let aes: Algorithm = { key in
        let cipher: BlockCipher = key.count == 16 ? .aes128 : key.count == 24 ? .aes192 : .aes256
        return KeyedCipher(blockLength: 16, key: key) { try cipher.encrypt($0, key: Secret(copying: key.span)) }
    }

    /// ``JetonLibcrypto``'s Kuznyechik.
    static let kuznyechik: Algorithm = { key in
        KeyedCipher(blockLength: 16, key: key) { try Kuznyechik.encrypt($0.span, key: key.span) }
    }

    /// Magma of ``GOST28147Reference``.
    static let magma: Algorithm = { key in
        KeyedCipher(blockLength: 8, key: key) { GOST28147Reference.paramZ.magma($0, key: key) }
    }

    static func sum(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> [UInt8] {
        zip(first, second).map { $0 ^ $1 }
    }

    /// A number with the most significant octet first.
    static func number(_ value: Int, count: Int) -> [UInt8] {
        (0..<count).map { index in
            let shift = 8 * (count - 1 - index)
            return shift < Int.bitWidth ? UInt8(truncatingIfNeeded: value >> shift) : 0
        }
    }

    /// A number plus one, modulo its length.
    static func incremented(_ block: some Collection<UInt8>) -> [UInt8] {
        var block = Array(block)
        for index in block.indices.reversed() {
            block[index] &+= 1
            if block[index] != 0 { break }
        }
        return block
    }

    /// CTR: the data combined with the encrypted counters from `counter` on.
    func counter(_ data: [UInt8], from counter: [UInt8]) throws -> [UInt8] {
        var counters: [UInt8] = []
        var next = counter
        while counters.count < data.count {
            counters += next
            next = Self.incremented(next)
        }
        return Self.sum(data, try encrypt(counters))
    }

    /// The subkey K1 of OMAC for whole last blocks, or K2 for others (NIST SP 800-38B, 6.1).
    func subkey(_ isWhole: Bool) throws -> [UInt8] {
        let first = Self.doubled(try encrypt([UInt8](repeating: 0, count: blockLength)))
        return isWhole ? first : Self.doubled(first)
    }

    /// OMAC, which is CMAC (GOST R 34.13-2015, 5.6; NIST SP 800-38B, 6.2).
    func code(_ data: [UInt8]) throws -> [UInt8] {
        let isWhole = !data.isEmpty && data.count.isMultiple(of: blockLength)
        let blocks = Self.padded(data, to: blockLength)
        let subkey = try subkey(isWhole)
        var state = [UInt8](repeating: 0, count: blockLength)
        for start in stride(from: 0, to: blocks.count, by: blockLength) {
            state = Self.sum(state, blocks[start..<start + blockLength])
            if start + blockLength == blocks.count { state = Self.sum(state, subkey) }
            state = try encrypt(state)
        }
        return state
    }

    /// Data with a bit of one and bits of zero up to whole blocks, if they are not whole.
    static func padded(_ data: [UInt8], to blockLength: Int) -> [UInt8] {
        if !data.isEmpty, data.count.isMultiple(of: blockLength) { return data }
        return data + [0x80] + [UInt8](repeating: 0, count: blockLength - 1 - data.count % blockLength)
    }

    /// Data with bits of zero up to whole blocks.
    static func filled(_ data: [UInt8], to blockLength: Int) -> [UInt8] {
        data + [UInt8](repeating: 0, count: (blockLength - data.count % blockLength) % blockLength)
    }

    /// A block times x in the field of MGM and OMAC, whose first bit has the highest power.
    static func doubled(_ block: [UInt8]) -> [UInt8] {
        var result = block
        for index in block.indices {
            result[index] = block[index] << 1 | (index + 1 < block.count ? block[index + 1] >> 7 : 0)
        }
        if block[0] >= 0x80 { result[block.count - 1] ^= block.count == 8 ? 0x1B : 0x87 }
        return result
    }
}
