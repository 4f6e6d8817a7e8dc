/// The re-keying of RFC 8645: keys of sections, and the modes whose key changes from section to section.
extension KeyedCipher {
    /// Encrypted numbers from `start` on, as the external constructions take them.
    func numbered(from start: Int, count: Int) throws -> [UInt8] {
        let blocks = (count + blockLength - 1) / blockLength
        let numbers = (start..<start + blocks).flatMap { Self.number($0, count: blockLength) }
        return Array(try encrypt(numbers).prefix(count))
    }

    /// ACPKM (RFC 8645, 6.2.1): the key of the next section.
    func nextKey() throws -> [UInt8] {
        let blocks = (key.count + blockLength - 1) / blockLength
        return Array(try encrypt((0..<blocks * blockLength).map { 0x80 + UInt8($0) }).prefix(key.count))
    }

    /// The keys of as many sections as the data have, without a master key.
    static func sectionKeys(_ algorithm: Algorithm, _ key: [UInt8], section: Int, count: Int) throws -> [KeyedCipher] {
        var ciphers = [algorithm(key)]
        for _ in stride(from: section, to: count, by: section) {
            guard let last = ciphers.last else { break }
            ciphers.append(algorithm(try last.nextKey()))
        }
        return ciphers
    }

    /// ACPKM-Master (RFC 8645, 6.3.1): key material for sections.
    static func material(_ algorithm: Algorithm, _ key: [UInt8], frequency: Int, count: Int) throws -> [UInt8] {
        let half = algorithm(key).blockLength / 2
        return try counter(
            [UInt8](repeating: 0, count: count),
            sectionKeys(algorithm, key, section: frequency, count: count),
            section: frequency,
            from: [UInt8](repeating: 0xFF, count: half) + [UInt8](repeating: 0, count: half)
        )
    }

    /// Keys of `length` octets out of key material.
    static func ciphers(_ algorithm: Algorithm, _ material: [UInt8], length: Int) -> [KeyedCipher] {
        stride(from: 0, to: material.count, by: length).map { algorithm(Array(material[$0..<$0 + length])) }
    }

    /// CTR-ACPKM and CTR-ACPKM-Master (RFC 8645, 6.2.2 and 6.3.2).
    static func counter(
        _ data: [UInt8],
        _ ciphers: [KeyedCipher],
        section: Int,
        from counter: [UInt8]
    ) throws -> [UInt8] {
        var next = counter
        return try stride(from: 0, to: data.count, by: section).enumerated().flatMap { index, start in
            let cipher = ciphers[index]
            let output = try cipher.counter(Array(data[start..<min(start + section, data.count)]), from: next)
            for _ in 0..<section / cipher.blockLength { next = incremented(next) }
            return output
        }
    }

    /// GCM-ACPKM and GCM-ACPKM-Master (RFC 8645, 6.2.3 and 6.3.3) for blocks of 16 octets and nonces of 12.
    static func galoisCounter(
        _ data: [UInt8],
        _ ciphers: [KeyedCipher],
        section: Int,
        nonce: [UInt8],
        associated: [UInt8]
    ) throws -> (ciphertext: [UInt8], hash: [UInt8], tag: [UInt8]) {
        let first = nonce + [0, 0, 0, 1]
        let ciphertext = try counter(data, ciphers, section: section, from: incremented(first))
        let factor = try ciphers[0].encrypt([UInt8](repeating: 0, count: 16))
        let blocks =
            filled(associated, to: 16) + filled(ciphertext, to: 16)
            + number(associated.count * 8, count: 8) + number(ciphertext.count * 8, count: 8)
        var hash = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: blocks.count, by: 16) {
            hash = reflectedProduct(sum(hash, blocks[start..<start + 16]), factor)
        }
        return (ciphertext, hash, sum(hash, try ciphers[0].encrypt(first)))
    }

    // In the field of GCM the first bit has the lowest power.
    private static func reflectedProduct(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 16)
        var term = second
        for bit in 0..<128 {
            if first[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1 { result = sum(result, term) }
            let isOdd = term[15] & 1 == 1
            term = term.indices.map { term[$0] >> 1 | ($0 > 0 ? term[$0 - 1] << 7 : 0) }
            if isOdd { term[0] ^= 0xE1 }
        }
        return result
    }

    /// CBC-ACPKM-Master, or with `feedsBack` CFB-ACPKM-Master (RFC 8645, 6.3.4 and 6.3.5).
    static func chained(
        _ data: [UInt8],
        _ ciphers: [KeyedCipher],
        section: Int,
        from vector: [UInt8],
        feedsBack: Bool
    ) throws -> [UInt8] {
        var block = vector
        return try stride(from: 0, to: data.count, by: 16).flatMap { start in
            let input = data[start..<min(start + 16, data.count)]
            let cipher = ciphers[start / section]
            block = feedsBack ? sum(input, try cipher.encrypt(block)) : try cipher.encrypt(sum(input, block))
            return block
        }
    }

    /// OMAC-ACPKM-Master (RFC 8645, 6.3.6): the material has a key and a subkey for each section.
    static func code(_ data: [UInt8], _ algorithm: Algorithm, _ material: [UInt8], section: Int) throws -> [UInt8] {
        let length = 32 + 16
        let blocks = padded(data, to: 16)
        var state = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: blocks.count, by: 16) {
            let part = material[start / section * length..<(start / section + 1) * length]
            state = sum(state, blocks[start..<start + 16])
            if start + 16 == blocks.count {
                let subkey = Array(part.suffix(16))
                state = sum(state, blocks.count == data.count ? subkey : doubled(subkey))
            }
            state = try algorithm(Array(part.prefix(32))).encrypt(state)
        }
        return state
    }
}
