internal import JetonASN1
internal import JetonLibcrypto
package import JetonOctets
package import JetonX509

/// A file with a private key and the certificates that come with it, on their way onto a token.
///
/// PKCS #12 (RFC 7292); PKCS #8, PKCS #1 and SEC 1 in PEM or DER, also encrypted, with certificates in further blocks of
/// PEM.
package struct KeyFile: Sendable {
    /// The private key; nil in PKCS #12 with certificates only.
    package let key: PrivateKeyFile?
    /// The certificates in the order of the file; at most 64.
    package let certificates: [Certificate]

    /// Whether a file begins as PKCS #12 does: a SEQUENCE, and the version 3.
    package static func isPKCS12(_ octets: Span<UInt8>) -> Bool {
        guard octets.count > 8, octets[0] == 0x30 else { return false }
        let start = octets[1] > 0x80 ? 2 + Int(octets[1] & 0x7F) : 2
        guard octets.count > start + 3 else { return false }
        return octets[start] == 0x02 && octets[start + 1] == 1 && octets[start + 2] == 3 && octets[start + 3] == 0x30
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - contents: The bytes, at most 64 KiB.
    ///   - passphrase: Gets the passphrase; not called for a file that needs none.
    /// - Throws: ``PrivateKeyFile/Failure``; what `passphrase` throws.
    package init(contents: borrowing Secret, passphrase: () throws -> Secret) throws {
        if contents.withBytes({ KeyFile.isPKCS12($0) }) {
            self = try KeyFile.pkcs12(contents, passphrase)
            return
        }
        try self.init(KeyFile.key(KeyFile.block(contents), passphrase), KeyFile.certificates(contents))
    }

    private init(_ key: PrivateKeyFile?, _ certificates: [Certificate]) {
        self.key = key
        self.certificates = certificates
    }

    // MARK: - PEM and DER

    /// The private key of a block of PEM, or of DER, decrypted if it is encrypted.
    private static func key(_ text: borrowing SecretPEM, _ passphrase: () throws -> Secret) throws -> PrivateKeyFile {
        if let encryption = text.encryption {
            let secret = try passphrase()
            let plain = try text.der.withBytes { (octets) throws(PrivateKeyFile.Failure) in
                do throws(LibcryptoError) {
                    return try PassphraseFile.decrypt(
                        pemBody: octets,
                        cipher: encryption.cipher,
                        initializationVector: encryption.initializationVector,
                        passphrase: secret
                    )
                } catch {
                    throw PrivateKeyFile.Failure(error)
                }
            }
            return try key(decrypted: plain, label: text.label)
        }
        if text.label == "ENCRYPTED PRIVATE KEY" || text.label == nil && isEncrypted(text.der) {
            let secret = try passphrase()
            let plain = try text.der.withBytes { (octets) throws(PrivateKeyFile.Failure) in
                do throws(LibcryptoError) {
                    return try PassphraseFile.decrypt(pkcs8: octets, passphrase: secret)
                } catch {
                    throw PrivateKeyFile.Failure(error)
                }
            }
            return try key(decrypted: plain, label: nil)
        }
        return try PrivateKeyFile(der: text.der, label: text.label)
    }

    /// Whether DER is an EncryptedPrivateKeyInfo, which begins with an algorithm, and not with a version.
    private static func isEncrypted(_ der: borrowing Secret) -> Bool {
        der.withBytes { octets in
            var outer = SecretDER(0..<octets.count)
            guard let content = try? outer.next(0x30, in: octets) else { return false }
            return SecretDER(content).peek(in: octets) == 0x30
        }
    }

    /// A key that was decrypted: another passphrase may leave octets other than a key.
    private static func key(
        decrypted octets: borrowing Secret,
        label: String?
    ) throws(PrivateKeyFile.Failure) -> PrivateKeyFile {
        do throws(PrivateKeyFile.Failure) {
            return try PrivateKeyFile(der: octets, label: label)
        } catch {
            throw error == .malformed ? .wrongPassphrase : error
        }
    }

    /// The block with the private key.
    private static func block(_ contents: borrowing Secret) throws(PrivateKeyFile.Failure) -> SecretPEM {
        do throws(PEMError) {
            return try SecretPEM(contents, suffix: "PRIVATE KEY")
        } catch {
            throw .malformed
        }
    }

    private static func certificates(_ contents: borrowing Secret) throws(PrivateKeyFile.Failure) -> [Certificate] {
        do {
            let text = try SecretPEM.blocks("CERTIFICATE", in: contents)
            return text.isEmpty ? [] : Array(try Certificate.parse(text).prefix(64))
        } catch {
            throw .malformed
        }
    }

    // MARK: - PKCS #12

    private static func pkcs12(_ contents: borrowing Secret, _ passphrase: () throws -> Secret) throws -> KeyFile {
        let file = try opened(contents, passphrase)
        guard file.keyCount <= 1 else { throw PrivateKeyFile.Failure.severalKeys }
        var certificates: [Certificate] = []
        do {
            var reader = ASN1Reader(file.certificates, rules: .basic)
            for element in try reader.rest(limit: 64) {
                certificates.append(try Certificate(derRepresentation: Array(element.encoded)))
            }
        } catch {
            throw PrivateKeyFile.Failure.malformed
        }
        return KeyFile(file.keyCount == 0 ? nil : try PrivateKeyFile(der: file.key), certificates)
    }

    /// Opens a file, without a question if it has no passphrase.
    private static func opened(
        _ contents: borrowing Secret,
        _ passphrase: () throws -> Secret
    ) throws -> PassphraseFile.PKCS12 {
        do throws(PrivateKeyFile.Failure) {
            return try open(contents, Secret(capacity: 0) { _ in 0 })
        } catch {
            guard error == .wrongPassphrase else { throw error }
        }
        return try open(contents, passphrase())
    }

    private static func open(
        _ contents: borrowing Secret,
        _ passphrase: borrowing Secret
    ) throws(PrivateKeyFile.Failure) -> PassphraseFile.PKCS12 {
        try contents.withBytes { (octets) throws(PrivateKeyFile.Failure) in
            do throws(LibcryptoError) {
                return try PassphraseFile.open(pkcs12: octets, passphrase: passphrase)
            } catch {
                throw PrivateKeyFile.Failure(error)
            }
        }
    }
}

extension PrivateKeyFile.Failure {
    /// What libcrypto's answer to a passphrase means.
    fileprivate init(_ error: LibcryptoError) {
        self =
            switch error.code {
            case .notAuthentic: .wrongPassphrase
            case .unsupported: .unknownEncryption
            default: .malformed
            }
    }
}
