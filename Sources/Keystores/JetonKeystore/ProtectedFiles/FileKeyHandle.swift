import JetonKeystoreBase
import JetonOctets

/// The key of an open file, kept as long as its class lets a handle work.
///
/// A handle of the class that ends with the lock keeps no key: it asks the store each time.
struct FileKeyHandle: ~Copyable, Sendable {
    private let keychain: Keychain
    private let header: ProtectedFileHeader
    private let file: String
    private let kept: PayloadCipher?

    init(
        _ keychain: Keychain,
        _ header: ProtectedFileHeader,
        _ file: String,
        _ fileKey: borrowing Secret
    ) throws(KeystoreError) {
        self.keychain = keychain
        self.header = header
        self.file = file
        kept = header.protection == .complete ? nil : try PayloadCipher(fileKey: fileKey, nonce: header.nonce)
    }

    /// Lends the payload's cipher.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class ends with the lock and the store is locked.
    borrowing func withCipher<Result>(
        _ body: (borrowing PayloadCipher) throws(KeystoreError) -> Result
    ) throws(KeystoreError) -> Result {
        switch kept {
        case .some(let cipher): return try body(cipher)
        case .none:
            let cipher = try PayloadCipher(fileKey: try keychain.openFileKey(header, file), nonce: header.nonce)
            return try body(cipher)
        }
    }
}
