import Crypto
import FoundationEssentials
import Octets

/// The encrypted part of an age file: a nonce and chunks of 64 KiB, each with its number and whether it is the last.
///
/// - SeeAlso: age v1 (C2SP/age), "Payload"; STREAM of Hoang, Reyhanitabar, Rogaway and Vizár (2015).
enum AgeStream {
    /// Octets of plain text in every chunk but the last.
    static let chunkCount = 65_536
    /// Octets of the nonce in front of the chunks.
    static let nonceCount = 16
    private static let tagCount = 16

    /// Encrypts a plain text.
    static func seal(_ plain: TransientSecret, fileKey: SymmetricKey) throws(KeystoreError) -> [UInt8] {
        let nonce = try Primitives.random(nonceCount)
        let key = AgeFileKey.derive(fileKey, salt: nonce, information: "payload")
        var sealed = nonce
        let octets = plain.octets
        var start = 0
        var number: UInt64 = 0
        repeat {
            let end = min(start + chunkCount, octets.count)
            guard let chunkNonce = self.nonce(number, isLast: end == octets.count),
                let box = try? ChaChaPoly.seal(octets[start..<end], using: key, nonce: chunkNonce)
            else { throw KeystoreError(.inputOutput, "a chunk of the age file could not be encrypted") }
            sealed.append(contentsOf: box.ciphertext)
            sealed.append(contentsOf: box.tag)
            start = end
            number += 1
        } while start < octets.count
        return sealed
    }

    /// Decrypts what ``seal(_:fileKey:)`` made; nothing is given out unless every chunk is authentic.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    static func open(_ sealed: ArraySlice<UInt8>, fileKey: SymmetricKey) throws(KeystoreError) -> TransientSecret {
        guard sealed.count >= nonceCount + tagCount else { throw damaged(0) }
        let key = AgeFileKey.derive(
            fileKey,
            salt: Array(sealed.prefix(nonceCount)),
            information: "payload"
        )
        let plain = TransientSecret(capacity: sealed.count)
        var rest = sealed.dropFirst(nonceCount)
        var number: UInt64 = 0
        repeat {
            let chunk = rest.prefix(chunkCount + tagCount)
            rest = rest.dropFirst(chunk.count)
            // Only an empty plain text has an empty last chunk.
            guard chunk.count > tagCount || number == 0, let nonce = nonce(number, isLast: rest.isEmpty),
                let box = try? ChaChaPoly.SealedBox(
                    nonce: nonce,
                    ciphertext: chunk.dropLast(tagCount),
                    tag: chunk.suffix(tagCount)
                ),
                var data = try? ChaChaPoly.open(box, using: key)
            else { throw damaged(number) }
            plain.withArray { $0.append(contentsOf: data) }
            data.resetBytes(in: data.startIndex..<data.endIndex)
            number += 1
        } while !rest.isEmpty
        return plain
    }

    /// Eleven octets of the chunk's number, big-endian, and 01 for the last chunk.
    private static func nonce(_ number: UInt64, isLast: Bool) -> ChaChaPoly.Nonce? {
        try? ChaChaPoly.Nonce(data: [0, 0, 0] + number.bigEndianOctets + [isLast ? 1 : 0])
    }

    private static func damaged(_ number: UInt64) -> KeystoreError {
        KeystoreError(.decoding, "the age file is damaged or cut off in chunk \(number + 1)")
    }
}
