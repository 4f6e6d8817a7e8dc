import JetonLibcrypto
import JetonOctets

/// The paddings of RSA.
///
/// - SeeAlso: RFC 8017, 7 to 9 and B.2.1.
enum RSAPadding {
    // MARK: - PKCS #1 v1.5

    /// The block of a signature (EMSA-PKCS1-v1_5 behind the DigestInfo).
    ///
    /// - Throws: `CKR_DATA_LEN_RANGE` if the data is longer than the modulus less 11.
    static func signatureBlock(_ data: [UInt8], length: Int) throws(TokenFault) -> [UInt8] {
        guard data.count <= length - 11 else { throw TokenFault(.dataLenRange, "the data is too long for the key") }
        return [0x00, 0x01] + [UInt8](repeating: 0xFF, count: length - 3 - data.count) + [0x00] + data
    }

    /// The block of an encryption (EME-PKCS1-v1_5).
    static func encryptionBlock(_ data: [UInt8], length: Int) throws(TokenFault) -> [UInt8] {
        guard data.count <= length - 11 else { throw TokenFault(.dataLenRange, "the data is too long for the key") }
        var filling: [UInt8] = []
        while filling.count < length - 3 - data.count {
            filling += try random(length).filter { $0 != 0 }.prefix(length - 3 - data.count - filling.count)
        }
        return [0x00, 0x02] + filling + [0x00] + data
    }

    /// What a decrypted block holds; nil for a wrong one.
    ///
    /// Looks at every octet, whatever it finds.
    static func openEncryptionBlock(_ block: [UInt8]) -> [UInt8]? {
        guard block.count >= 11 else { return nil }
        var faults = block[0] | (block[1] ^ 0x02)
        var end = 0
        for index in 2..<block.count {
            let isFirstZero = block[index] == 0 && end == 0
            end = isFirstZero ? index : end
        }
        faults |= end < 10 ? 1 : 0
        return faults == 0 ? Array(block[(end + 1)...]) : nil
    }

    // MARK: - PSS

    /// The block of a PSS signature of a digest (EMSA-PSS-ENCODE).
    static func pssBlock(
        _ digest: [UInt8],
        _ parameters: EnginePSSParameters,
        modulusBits: Int
    ) throws(TokenFault) -> [UInt8] {
        let bits = modulusBits - 1
        let length = (bits + 7) / 8
        let hash = parameters.hash
        guard digest.count == hash.length else { throw TokenFault(.dataLenRange, "the data is not a digest") }
        guard length >= hash.length + parameters.saltLength + 2 else {
            throw TokenFault(.keySizeRange, "the key is too short for the salt")
        }
        let salt = try random(parameters.saltLength)
        let check = try hash.hash([UInt8](repeating: 0, count: 8) + digest + salt)
        let zeros = [UInt8](repeating: 0, count: length - salt.count - hash.length - 2)
        var masked = zeros + [0x01] + salt
        try mask(&masked, from: check, parameters.maskHash)
        masked[0] &= 0xFF >> UInt8(8 * length - bits)
        let block = masked + check + [0xBC]
        return [UInt8](repeating: 0, count: (modulusBits + 7) / 8 - length) + block
    }

    /// Whether a block is one of a PSS signature of a digest (EMSA-PSS-VERIFY).
    static func isPSSBlock(
        _ block: [UInt8],
        _ digest: [UInt8],
        _ parameters: EnginePSSParameters,
        modulusBits: Int
    ) throws(TokenFault) -> Bool {
        let bits = modulusBits - 1
        let length = (bits + 7) / 8
        let hash = parameters.hash
        guard digest.count == hash.length else { throw TokenFault(.dataLenRange, "the data is not a digest") }
        guard block.count >= length, length >= hash.length + parameters.saltLength + 2, block.last == 0xBC,
            block.dropLast(length).allSatisfy({ $0 == 0 })
        else { return false }
        let encoded = Array(block.suffix(length))
        var masked = Array(encoded.prefix(length - hash.length - 1))
        let check = Array(encoded[masked.count..<length - 1])
        guard masked[0] & ~(0xFF >> UInt8(8 * length - bits)) == 0 else { return false }
        try mask(&masked, from: check, parameters.maskHash)
        masked[0] &= 0xFF >> UInt8(8 * length - bits)
        let zeros = masked.count - parameters.saltLength - 1
        guard masked.prefix(zeros).allSatisfy({ $0 == 0 }), masked[zeros] == 0x01 else { return false }
        let salt = masked.suffix(parameters.saltLength)
        return try hash.hash([UInt8](repeating: 0, count: 8) + digest + salt) == check
    }

    // MARK: - OAEP

    /// The block of an OAEP encryption (EME-OAEP).
    static func oaepBlock(_ data: [UInt8], _ parameters: OAEPParameters, length: Int) throws(TokenFault) -> [UInt8] {
        let hash = parameters.hash
        guard length >= 2 * hash.length + 2, data.count <= length - 2 * hash.length - 2 else {
            throw TokenFault(.dataLenRange, "the data is too long for the key")
        }
        let zeros = [UInt8](repeating: 0, count: length - data.count - 2 * hash.length - 2)
        var block = try hash.hash(parameters.label) + zeros + [0x01] + data
        var seed = try random(hash.length)
        try mask(&block, from: seed, parameters.maskHash)
        try mask(&seed, from: block, parameters.maskHash)
        return [0x00] + seed + block
    }

    /// What a decrypted block holds; nil for a wrong one.
    ///
    /// Looks at every octet, whatever it finds.
    static func openOAEPBlock(_ octets: [UInt8], _ parameters: OAEPParameters) throws(TokenFault) -> [UInt8]? {
        let hash = parameters.hash
        guard octets.count >= 2 * hash.length + 2 else { return nil }
        var seed = Array(octets[1...hash.length])
        var block = Array(octets[(hash.length + 1)...])
        try mask(&seed, from: block, parameters.maskHash)
        try mask(&block, from: seed, parameters.maskHash)
        let expected = try hash.hash(parameters.label)
        var faults = octets[0]
        for index in 0..<hash.length { faults |= block[index] ^ expected[index] }
        var end = 0
        for index in hash.length..<block.count {
            let isBeforeEnd = end == 0
            if isBeforeEnd && block[index] == 0x01 { end = index }
            if isBeforeEnd && block[index] > 0x01 { faults |= 1 }
        }
        return faults == 0 && end > 0 ? Array(block[(end + 1)...]) : nil
    }

    /// Adds a mask that MGF1 makes from a seed.
    private static func mask(
        _ octets: inout [UInt8],
        from seed: [UInt8],
        _ hash: HashFunction
    ) throws(TokenFault) {
        var counter: UInt32 = 0
        var offset = 0
        while offset < octets.count {
            for octet in try hash.hash(seed + counter.bigEndianOctets) where offset < octets.count {
                octets[offset] ^= octet
                offset += 1
            }
            counter += 1
        }
    }

    private static func random(_ count: Int) throws(TokenFault) -> [UInt8] {
        do throws(LibcryptoError) { return try Random.octets(count) } catch { throw TokenFault(error) }
    }
}
