import JetonASN1
import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets

/// The stanza `scrypt`: the file key for the holders of a passphrase.
///
/// - SeeAlso: age v1 (C2SP/age), "The scrypt recipient type".
enum AgeScrypt {
    /// The stanza's type.
    static let type = "scrypt"
    private static let label = Array("age-encryption.org/v1/scrypt".utf8)
    private static let saltCount = 16

    /// Wraps a file key under a passphrase.
    static func wrap(
        _ fileKey: borrowing Secret,
        passphrase: borrowing Secret,
        workFactor: Int
    ) throws(KeystoreError) -> AgeStanza {
        let salt = try Primitives.random(saltCount)
        let key = try wrapKey(passphrase, salt: salt, workFactor: workFactor)
        return AgeStanza(
            arguments: [type, Base64.encode(salt, padded: false), String(workFactor)],
            body: try AgeFileKey.wrap(fileKey, with: key)
        )
    }

    /// Unwraps the file key of a stanza of this type.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` for another form, ``KeystoreError/Code/unimplemented`` for a work
    ///   factor above the limit, ``KeystoreError/Code/authenticationFailed`` for a wrong passphrase.
    static func unwrap(_ stanza: AgeStanza, passphrase: borrowing Secret) throws(KeystoreError) -> Secret {
        guard stanza.arguments.count == 3, stanza.body.count == AgeFileKey.wrappedCount,
            let salt = Base64.decode(stanza.arguments[1], padded: false), salt.count == saltCount,
            let workFactor = Int(stanza.arguments[2]), workFactor >= 1, String(workFactor) == stanza.arguments[2]
        else { throw KeystoreError(.decoding, "the age header has a malformed scrypt stanza") }
        guard workFactor <= AgeFile.workFactorLimit else {
            throw KeystoreError(
                .unimplemented,
                "the age file has scrypt work factor \(workFactor); at most \(AgeFile.workFactorLimit) is supported"
            )
        }
        let key = try wrapKey(passphrase, salt: salt, workFactor: workFactor)
        guard let fileKey = AgeFileKey.unwrap(stanza.body, with: key) else {
            throw KeystoreError(.authenticationFailed, "the passphrase does not decrypt the age file")
        }
        return fileKey
    }

    private static func wrapKey(
        _ passphrase: borrowing Secret,
        salt: [UInt8],
        workFactor: Int
    ) throws(KeystoreError) -> Secret {
        // A file from another program may be cheaper than a slot of the keybag, so PassphraseCost does not apply.
        do throws(LibcryptoError) {
            return try KeyDerivation.scrypt(
                passphrase,
                salt: label + salt,
                log2Cost: workFactor,
                blockSize: 8,
                parallelism: 1,
                count: Primitives.keySize
            )
        } catch {
            throw KeystoreError(.allocation, "scrypt failed with the work factor \(workFactor)")
        }
    }
}
