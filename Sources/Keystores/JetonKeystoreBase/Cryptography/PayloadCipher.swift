import JetonLibcrypto
package import JetonOctets

/// The payload of age v1: a nonce, then chunks of 64 KiB, each sealed with its number and whether it is the last.
///
/// Every chunk but the last holds exactly ``chunkSize`` bytes; only an empty plain text has an empty last chunk. A chunk
/// can be opened alone, and one that was moved, repeated, cut off or changed does not open.
///
/// - SeeAlso: age v1 (C2SP/age), "Payload"; STREAM of Hoang, Reyhanitabar, Rogaway and Vizár (2015).
package struct PayloadCipher: ~Copyable, Sendable {
    /// The size of the plain text in every chunk but the last, in bytes.
    package static let chunkSize = 65_536
    /// The size of a chunk's tag, in bytes.
    package static let tagSize = AuthenticatedCipher.tagLength
    /// The size of a sealed chunk, in bytes; the last one may be shorter.
    package static let sealedChunkSize = chunkSize + tagSize
    /// The size of the nonce in front of the chunks, in bytes.
    package static let nonceSize = 16

    private let key: Secret

    /// Derives the payload's key from the file's key.
    ///
    /// - Parameters:
    ///   - fileKey: At least one byte; used for one nonce, or for many.
    ///   - nonce: ``nonceSize`` random bytes, used for one payload.
    /// - Throws: ``KeystoreError/Code/allocation`` for an empty `fileKey`, or if libcrypto can't derive the key.
    package init(fileKey: borrowing Secret, nonce: [UInt8]) throws(KeystoreError) {
        do throws(LibcryptoError) {
            key = try KeyDerivation.hkdf(
                fileKey,
                salt: nonce,
                information: Array("payload".utf8),
                count: Primitives.keySize
            )
        } catch { throw Primitives.failure(error) }
    }

    /// Seals a chunk.
    ///
    /// - Parameters:
    ///   - plain: ``chunkSize`` bytes, or fewer in the last chunk.
    ///   - number: The number of the chunk, from 0.
    ///   - isLast: Whether it is the last chunk.
    ///   - sealed: Takes ``tagSize`` bytes more than `plain` has.
    /// - Throws: ``KeystoreError/Code/allocation`` for a `sealed` of another size, or if libcrypto can't encrypt.
    package borrowing func seal(
        _ plain: Span<UInt8>,
        number: UInt64,
        isLast: Bool,
        into sealed: inout MutableSpan<UInt8>
    ) throws(KeystoreError) {
        let nonce = PayloadCipher.nonce(number, isLast: isLast)
        do throws(LibcryptoError) {
            try key.withBytes { (key) throws(LibcryptoError) in
                try AuthenticatedCipher.chaCha20Poly1305.seal(
                    plain,
                    key: key,
                    nonce: nonce.span,
                    associated: Span(),
                    into: &sealed
                )
            }
        } catch { throw Primitives.failure(error) }
    }

    /// Opens a chunk.
    ///
    /// - Parameters:
    ///   - sealed: The chunk with its tag.
    ///   - number: The number under which it was sealed.
    ///   - isLast: Whether it was sealed as the last chunk.
    ///   - plain: Takes ``tagSize`` bytes less than `sealed` has.
    /// - Returns: Whether the chunk is authentic; if not, `plain` is zeros.
    package borrowing func open(
        _ sealed: Span<UInt8>,
        number: UInt64,
        isLast: Bool,
        into plain: inout MutableSpan<UInt8>
    ) -> Bool {
        let nonce = PayloadCipher.nonce(number, isLast: isLast)
        do throws(LibcryptoError) {
            try key.withBytes { (key) throws(LibcryptoError) in
                try AuthenticatedCipher.chaCha20Poly1305.open(
                    sealed,
                    key: key,
                    nonce: nonce.span,
                    associated: Span(),
                    into: &plain
                )
            }
            return true
        } catch { return false }
    }

    /// Eleven bytes of the chunk's number, big-endian, and 01 for the last chunk.
    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        [0, 0, 0] + number.bigEndianOctets + [isLast ? 1 : 0]
    }
}
