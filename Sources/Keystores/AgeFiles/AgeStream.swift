import JetonKeystoreBase
import JetonOctets

/// The encrypted part of an age file that is held in memory: ``PayloadCipher`` from its nonce to its last chunk.
///
/// - SeeAlso: age v1 (C2SP/age), "Payload".
enum AgeStream {
    /// Encrypts a plain text.
    static func seal(_ plain: TransientSecret, fileKey: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        let nonce = try Primitives.random(PayloadCipher.nonceSize)
        let cipher = try PayloadCipher(fileKey: fileKey, nonce: nonce)
        let octets = plain.octets
        let chunks = max(1, (octets.count + PayloadCipher.chunkSize - 1) / PayloadCipher.chunkSize)
        var sealed = nonce
        sealed.append(contentsOf: repeatElement(0, count: octets.count + chunks * PayloadCipher.tagSize))
        var span = sealed.mutableSpan
        for number in 0..<chunks {
            let start = number * PayloadCipher.chunkSize
            let end = min(start + PayloadCipher.chunkSize, octets.count)
            let place = PayloadCipher.nonceSize + number * PayloadCipher.sealedChunkSize
            var output = span._mutatingExtracting(place..<place + end - start + PayloadCipher.tagSize)
            try cipher.seal(
                octets.span.extracting(start..<end),
                number: UInt64(number),
                isLast: number == chunks - 1,
                into: &output
            )
        }
        return sealed
    }

    /// Decrypts what ``seal(_:fileKey:)`` made; nothing is given out unless every chunk is authentic.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    static func open(_ sealed: Span<UInt8>, fileKey: borrowing Secret) throws(KeystoreError) -> TransientSecret {
        guard sealed.count >= PayloadCipher.nonceSize + PayloadCipher.tagSize else { throw damaged(0) }
        let nonce = Array(copying: sealed.extracting(..<PayloadCipher.nonceSize))
        let cipher = try PayloadCipher(fileKey: fileKey, nonce: nonce)
        let plain = TransientSecret(capacity: sealed.count)
        var start = PayloadCipher.nonceSize
        var number: UInt64 = 0
        repeat {
            let end = min(start + PayloadCipher.sealedChunkSize, sealed.count)
            let count = end - start - PayloadCipher.tagSize
            // Only an empty plain text has an empty last chunk.
            guard count > 0 || (number == 0 && count == 0) else { throw damaged(number) }
            let chunk = sealed.extracting(start..<end)
            let isAuthentic = plain.append(count: count) { (output: inout MutableSpan<UInt8>) in
                cipher.open(chunk, number: number, isLast: end == sealed.count, into: &output)
            }
            guard isAuthentic else { throw damaged(number) }
            start = end
            number += 1
        } while start < sealed.count
        return plain
    }

    private static func damaged(_ number: UInt64) -> KeystoreError {
        KeystoreError(.decoding, "the age file is damaged or truncated in chunk \(number + 1)")
    }
}
