import Crypto
import FoundationEssentials
import Octets

/// The 16 octets under which an age file is encrypted, and the keys that are derived from them.
///
/// - SeeAlso: age v1 (C2SP/age), "File key" and "Header MAC".
enum AgeFileKey {
    /// Octets of a file key.
    static let count = 16
    /// Octets of a wrapped file key: the key and a tag.
    static let wrappedCount = 32

    /// A new file key.
    static func make() -> SymmetricKey { SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)) }

    /// Encrypts a file key with ChaCha20-Poly1305 and a nonce of zeros; the wrapping key is used once.
    static func wrap(_ fileKey: SymmetricKey, with key: SymmetricKey) throws(KeystoreError) -> [UInt8] {
        let copy = TransientSecret(capacity: count)
        unsafe fileKey.withUnsafeBytes { octets in
            copy.withArray { unsafe $0.append(contentsOf: octets) }
        }
        guard let nonce = try? ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)),
            let box = try? ChaChaPoly.seal(copy.octets, using: key, nonce: nonce)
        else { throw KeystoreError(.inputOutput, "the file key could not be encrypted") }
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// Decrypts a wrapped file key; nil if the key is another one.
    static func unwrap(_ body: [UInt8], with key: SymmetricKey) -> SymmetricKey? {
        guard body.count == wrappedCount, let nonce = try? ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)),
            let box = try? ChaChaPoly.SealedBox(nonce: nonce, ciphertext: body.prefix(count), tag: body.suffix(16)),
            var data = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        let fileKey = SymmetricKey(data: data)
        data.resetBytes(in: data.startIndex..<data.endIndex)
        return fileKey
    }

    /// HKDF-SHA-256 of a file key.
    static func derive(_ fileKey: SymmetricKey, salt: [UInt8], information: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey,
            salt: salt,
            info: Array(information.utf8),
            outputByteCount: 32
        )
    }
}
