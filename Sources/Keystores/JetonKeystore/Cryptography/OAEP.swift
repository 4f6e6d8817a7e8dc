import JetonKeystoreBase
import JetonOctets

/// RSAES-OAEP with SHA-256: the padding alone, since a card may do the raw operation only.
///
/// - SeeAlso: RFC 8017, 7.1.
enum OAEP {
    private static let hashSize = 32

    /// Pads a message to as many bytes as the modulus has.
    static func encode(_ message: borrowing Secret, label: [UInt8], count: Int) throws(KeystoreError) -> [UInt8] {
        precondition(message.count <= count - 2 * hashSize - 2, "the message is too long for the modulus")
        let seed = try Primitives.random(hashSize)
        var block = try Primitives.sha256(label.span)
        block.append(contentsOf: repeatElement(0, count: count - message.count - 2 * hashSize - 2))
        block.append(1)
        message.withBytes { message in for index in 0..<message.count { block.append(message[index]) } }
        try mask(&block, with: seed)
        var maskedSeed = seed
        try mask(&maskedSeed, with: block)
        return [0] + maskedSeed + block
    }

    /// Takes the padding off in a time that depends on the counts only.
    ///
    /// - Parameters:
    ///   - padded: What the private operation gave; leading zeros may be missing, or be there.
    ///   - label: The label that the message was padded with.
    ///   - count: The bytes of the modulus.
    ///   - messageCount: The bytes of the message, which is always of one length here.
    /// - Returns: The message; nil for any fault, whichever it is.
    /// - Throws: ``KeystoreError/Code/allocation`` if libcrypto can't hash.
    static func decode(
        _ padded: borrowing Secret,
        label: [UInt8],
        count: Int,
        messageCount: Int
    ) throws(KeystoreError) -> Secret? {
        guard padded.count <= count, messageCount + 2 * hashSize + 2 <= count else { return nil }
        let transient = TransientSecret(capacity: count)
        transient.append([UInt8](repeating: 0, count: count - padded.count).span)
        padded.withBytes { transient.append($0) }
        let seed = TransientSecret(capacity: hashSize)
        let block = TransientSecret(capacity: count - hashSize - 1)
        let first = split(transient, seed, block)
        try mask(seed, with: block)
        try mask(block, with: seed)
        let expected = try Primitives.sha256(label.span)
        // The message has one length, so that the padding is known and compared as a whole.
        let octets = block.octets
        var difference = first
        for index in 0..<hashSize { difference |= octets[index] ^ expected[index] }
        let start = octets.count - messageCount
        for index in hashSize..<start - 1 { difference |= octets[index] }
        difference |= octets[start - 1] ^ 1
        guard difference == 0 else { return nil }
        return Secret(copying: octets.span.extracting(start...))
    }

    private static func split(_ whole: TransientSecret, _ seed: TransientSecret, _ block: TransientSecret) -> UInt8 {
        let octets = whole.octets
        seed.append(octets.span.extracting(1..<1 + hashSize))
        block.append(octets.span.extracting((1 + hashSize)...))
        return octets[0]
    }

    private static func mask(_ target: TransientSecret, with source: TransientSecret) throws(KeystoreError) {
        let seed = source.octets
        try target.withArray { (octets) throws(KeystoreError) in try mask(&octets, with: seed) }
    }

    /// MGF1 with SHA-256, over the target.
    private static func mask(_ target: inout [UInt8], with seed: [UInt8]) throws(KeystoreError) {
        var offset = 0
        var counter: UInt32 = 0
        while offset < target.count {
            let input = TransientSecret(capacity: seed.count + 4)
            input.append(seed.span)
            input.append(counter.bigEndianOctets.span)
            let octets = input.octets
            let block = try Primitives.sha256(octets.span)
            for octet in block.prefix(target.count - offset) {
                target[offset] ^= octet
                offset += 1
            }
            counter += 1
        }
    }
}
