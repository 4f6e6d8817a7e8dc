extension KeyedCipher {
    private static func product(_ first: [UInt8], _ second: ArraySlice<UInt8>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: first.count)
        // From the highest power down.
        for octet in second {
            for bit in (0..<8).reversed() {
                result = doubled(result)
                if octet >> UInt8(bit) & 1 == 1 { result = sum(result, first) }
            }
        }
        return result
    }

    /// MGM (RFC 9058, 4): the encrypted octets, and the check value of a whole block.
    func sealed(
        _ plaintext: [UInt8],
        nonce: [UInt8],
        associated: [UInt8]
    ) throws -> (ciphertext: [UInt8], tag: [UInt8]) {
        let half = blockLength / 2
        var stream = try encrypt(nonce)
        var ciphertext: [UInt8] = []
        for start in stride(from: 0, to: plaintext.count, by: blockLength) {
            let block = plaintext[start..<min(start + blockLength, plaintext.count)]
            ciphertext += Self.sum(block, try encrypt(stream))
            stream = stream[..<half] + Self.incremented(stream[half...])
        }
        var factor = try encrypt([nonce[0] | 0x80] + nonce.dropFirst())
        let blocks =
            Self.filled(associated, to: blockLength) + Self.filled(ciphertext, to: blockLength)
            + Self.number(associated.count * 8, count: half) + Self.number(ciphertext.count * 8, count: half)
        var total = [UInt8](repeating: 0, count: blockLength)
        for start in stride(from: 0, to: blocks.count, by: blockLength) {
            total = Self.sum(total, Self.product(try encrypt(factor), blocks[start..<start + blockLength]))
            factor = Self.incremented(factor[..<half]) + factor[half...]
        }
        return (ciphertext, try encrypt(total))
    }
}
