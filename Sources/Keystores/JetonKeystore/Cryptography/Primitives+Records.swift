import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets

extension Primitives {
    /// Opens into a secret; nil if the data is not authentic.
    static func open(_ sealed: Span<UInt8>, key: borrowing Secret, associated: [UInt8]) -> Secret? {
        let count = sealed.count - sealOverhead
        guard (0...RecordLimits.secretCapacity).contains(count) else { return nil }
        var isAuthentic = false
        let opened = key.withBytes { key in
            Secret(capacity: count) { (plain: inout MutableSpan<UInt8>) in
                isAuthentic = open(sealed, key: key, associated: associated, into: &plain)
                return isAuthentic ? count : 0
            }
        }
        return isAuthentic ? consume opened : nil
    }

    /// Opens into a secret for the length of one call; nil if the data is not authentic.
    static func openScratch(_ sealed: Span<UInt8>, key: Span<UInt8>, associated: [UInt8]) -> ScratchSecret? {
        let count = sealed.count - sealOverhead
        guard (0...RecordLimits.secretCapacity).contains(count) else { return nil }
        return ScratchSecret(count: count) { (plain: inout MutableSpan<UInt8>) in
            open(sealed, key: key, associated: associated, into: &plain)
        }
    }

    /// scrypt (RFC 7914) to a key.
    static func scrypt(
        _ passphrase: borrowing Secret,
        salt: [UInt8],
        cost: PassphraseCost
    ) throws(KeystoreError) -> Secret {
        do throws(LibcryptoError) {
            return try KeyDerivation.scrypt(
                passphrase,
                salt: salt,
                log2Cost: cost.log2Cost,
                blockSize: cost.blockSize,
                parallelism: cost.parallelism,
                count: keySize
            )
        } catch { throw failure(error) }
    }
}
