import KeystoreBase
import Libcrypto
import Octets

/// The encrypted part of an age file: a nonce and chunks of 64 KiB, each with its number and whether it is the last.
///
/// - SeeAlso: age v1 (C2SP/age), "Payload"; STREAM of Hoang, Reyhanitabar, Rogaway and Vizár (2015).
enum AgeStream {
    /// Octets of plain text in every chunk but the last.
    static let chunkCount = 65_536
    /// Octets of the nonce in front of the chunks.
    static let nonceCount = 16
    private static let tagCount = AuthenticatedCipher.tagLength

    /// Encrypts a plain text.
    static func seal(_ plain: TransientSecret, fileKey: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        let nonce = try Primitives.random(nonceCount)
        let key = try AgeFileKey.derive(fileKey, salt: nonce, information: "payload")
        let octets = plain.octets
        let chunks = max(1, (octets.count + chunkCount - 1) / chunkCount)
        var sealed = nonce
        sealed.append(contentsOf: repeatElement(0, count: octets.count + chunks * tagCount))
        var span = sealed.mutableSpan
        do throws(LibcryptoError) {
            for number in 0..<chunks {
                let start = number * chunkCount
                let end = min(start + chunkCount, octets.count)
                let place = nonceCount + number * (chunkCount + tagCount)
                var output = span._mutatingExtracting(place..<place + end - start + tagCount)
                let chunkNonce = self.nonce(UInt64(number), isLast: number == chunks - 1)
                try key.withBytes { (key) throws(LibcryptoError) in
                    try AuthenticatedCipher.chaCha20Poly1305.seal(
                        octets.span.extracting(start..<end),
                        key: key,
                        nonce: chunkNonce.span,
                        associated: Span(),
                        into: &output
                    )
                }
            }
        } catch { throw Primitives.failure(error) }
        return sealed
    }

    /// Decrypts what ``seal(_:fileKey:)`` made; nothing is given out unless every chunk is authentic.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    static func open(_ sealed: Span<UInt8>, fileKey: borrowing Secret) throws(KeystoreError) -> TransientSecret {
        guard sealed.count >= nonceCount + tagCount else { throw damaged(0) }
        let salt = Array(copying: sealed.extracting(..<nonceCount))
        let key = try AgeFileKey.derive(fileKey, salt: salt, information: "payload")
        let plain = TransientSecret(capacity: sealed.count)
        var start = nonceCount
        var number: UInt64 = 0
        repeat {
            let end = min(start + chunkCount + tagCount, sealed.count)
            // Only an empty plain text has an empty last chunk.
            guard end - start > tagCount || (number == 0 && end - start == tagCount) else { throw damaged(number) }
            let chunk = sealed.extracting(start..<end)
            let chunkNonce = nonce(number, isLast: end == sealed.count)
            let isAuthentic = plain.append(count: chunk.count - tagCount) { (output: inout MutableSpan<UInt8>) in
                do throws(LibcryptoError) {
                    try key.withBytes { (key) throws(LibcryptoError) in
                        try AuthenticatedCipher.chaCha20Poly1305.open(
                            chunk,
                            key: key,
                            nonce: chunkNonce.span,
                            associated: Span(),
                            into: &output
                        )
                    }
                    return true
                } catch { return false }
            }
            guard isAuthentic else { throw damaged(number) }
            start = end
            number += 1
        } while start < sealed.count
        return plain
    }

    /// Eleven octets of the chunk's number, big-endian, and 01 for the last chunk.
    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        [0, 0, 0] + number.bigEndianOctets + [isLast ? 1 : 0]
    }

    private static func damaged(_ number: UInt64) -> KeystoreError {
        KeystoreError(.decoding, "the age file is damaged or cut off in chunk \(number + 1)")
    }
}
