import JetonASN1
import JetonLibcrypto
public import JetonOctets

/// A private Ed25519 key: signs the manifests of a team, or the bundles of a device of the user.
///
/// The 32 octets lie in a `Secret`; they are copied into the cryptographic library for the time of one signature.
public struct Ed25519SigningKey: ~Copyable, Sendable {
    private let seed: Secret
    /// The key that verifies what this one signs.
    public let publicKey: Ed25519PublicKey

    /// RFC 8410, section 7: PrivateKeyInfo of an Ed25519 key without public key, up to the key's 32 octets.
    private static let privateKeyInfo: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let label = "PRIVATE KEY"

    /// Takes over the 32 octets of a private key; RFC 8032, section 5.1.5.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for another number of octets.
    public init(seed: consuming Secret) throws(KeystoreError) {
        try SHA256.prepare()
        guard seed.count == Curve25519PrivateKey.length,
            let publicKey = Ed25519PublicKey(rawRepresentation: try Ed25519SigningKey.load(seed).publicOctets)
        else { throw KeystoreError(.invalidParameter, "an Ed25519 key has 32 bytes, not \(seed.count)") }
        self.seed = seed
        self.publicKey = publicKey
    }

    /// Makes a new key from the system's random numbers.
    public static func generate() throws(KeystoreError) -> Ed25519SigningKey {
        try Ed25519SigningKey(seed: try Primitives.randomKey())
    }

    /// Reads a private key in PEM, as `openssl genpkey -algorithm ED25519` writes it, without passphrase.
    ///
    /// - Parameter text: The file's octets, which stay the caller's.
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(pem text: borrowing Secret) throws(KeystoreError) {
        guard let seed = Ed25519SigningKey.seed(pem: text) else {
            throw KeystoreError(
                .decoding,
                "the file does not contain an unencrypted private Ed25519 key in PEM",
                hint: "create one with: openssl genpkey -algorithm ED25519 -out team.key"
            )
        }
        try self.init(seed: seed)
    }

    private static func seed(pem text: borrowing Secret) -> Secret? {
        do throws(PEMError) {
            let block = try SecretPEM(text, suffix: label)
            guard block.label == label else { return nil }
            return block.der.withBytes { info in
                guard info.count == privateKeyInfo.count + Curve25519PrivateKey.length,
                    privateKeyInfo.indices.allSatisfy({ info[$0] == privateKeyInfo[$0] })
                else { return nil }
                return Secret(copying: info.extracting(privateKeyInfo.count...))
            }
        } catch { return nil }
    }

    /// The key in PEM, readable by openssl; write it only to a file that no other user can read.
    public func makePEM() -> Secret {
        let info = TransientSecret(capacity: 64)
        info.append(Ed25519SigningKey.privateKeyInfo.span)
        seed.withBytes { info.append($0) }
        let text = TransientSecret(capacity: 192)
        text.append("-----BEGIN \(Ed25519SigningKey.label)-----\n")
        text.appendBase64(info.octets.span)
        text.append("\n-----END \(Ed25519SigningKey.label)-----\n")
        return text.secret
    }

    /// Signs a message; RFC 8032, section 5.1.6.
    ///
    /// - Returns: 64 octets.
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the cryptographic library fails.
    package func signature(over message: [UInt8]) throws(KeystoreError) -> [UInt8] {
        let key = try Ed25519SigningKey.load(seed)
        do throws(LibcryptoError) {
            return try key.sign(message)
        } catch {
            throw KeystoreError(.inputOutput, "the signature could not be made")
        }
    }

    private static func load(_ seed: borrowing Secret) throws(KeystoreError) -> Curve25519PrivateKey {
        do throws(LibcryptoError) {
            return try Curve25519PrivateKey(.signing, privateOctets: seed)
        } catch { throw Primitives.failure(error) }
    }
}
