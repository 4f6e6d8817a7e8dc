internal import Cryptoki
internal import JetonASN1
internal import JetonLibcrypto
public import JetonOctets
public import JetonX509
internal import SigningDesk
internal import TokenKit

extension Token {
    /// Generates a key pair, whose private half never leaves the token.
    ///
    /// - Parameters:
    ///   - specification: The kind of key, such as `.ec(.p256)`.
    ///   - label: Its label; two keys may share one, and then need their ids.
    ///   - id: Its id, 1 to 255 bytes; nil for eight random ones.
    /// - Returns: The key.
    /// - Throws: ``TokenError``; ``TokenError/Code/loginRequired`` before a login.
    @discardableResult
    public func generateKey(
        _ specification: KeySpecification,
        label: String,
        id: [UInt8]? = nil
    ) throws(TokenError) -> TokenKey {
        let id = try TokenError.wrapping { try id ?? Self.newID() }
        try TokenError.wrapping {
            var session = try connection.openSession(readWrite: true)
            let options = KeyTemplates.Options(label: label, id: id)
            try specification.inFirstForm { form throws(CryptokiError) in
                _ = try session.generateKeyPair(
                    Mechanism(specification.generationMechanism),
                    publicTemplate: KeyTemplates.publicKey(specification, options, form: form),
                    privateTemplate: KeyTemplates.privateKey(specification, options, form: form)
                )
            }
        }
        return try key(Hex.encode(id))
    }

    /// Stores a private key of a file, and the certificates in it.
    ///
    /// - Parameters:
    ///   - contents: PKCS #12, or PKCS #8, PKCS #1 or SEC 1 in PEM or DER; at most 64 KiB. Wiped at the end.
    ///   - label: The label of both halves and of the certificate.
    ///   - id: Their id, 1 to 255 bytes; nil for eight random ones.
    ///   - passphrase: Gets the passphrase of a file that needs one; nil refuses such a file.
    /// - Returns: The key.
    /// - Throws: ``TokenError``; ``TokenError/Code/unsupported`` for a file without a key that can be stored.
    @discardableResult
    public func importKey(
        _ contents: consuming Secret,
        label: String,
        id: [UInt8]? = nil,
        passphrase: (() throws -> Secret)? = nil
    ) throws(TokenError) -> TokenKey {
        let id = try TokenError.wrapping { try id ?? Self.newID() }
        try importKey(contents, label, id, passphrase)
        return try key(Hex.encode(id))
    }

    private func importKey(
        _ contents: borrowing Secret,
        _ label: String,
        _ id: [UInt8],
        _ passphrase: (() throws -> Secret)?
    ) throws(TokenError) {
        let file: KeyFile
        do {
            file = try KeyFile(contents: contents) {
                guard let passphrase else { throw PrivateKeyFile.Failure.encrypted }
                return try passphrase()
            }
        } catch {
            guard let failure = error as? PrivateKeyFile.Failure else { throw TokenError(error) }
            throw TokenError(.unsupported, failure.description)
        }
        guard let key = file.key else { throw TokenError(.unsupported, "the file contains no private key") }
        try TokenError.wrapping {
            var session = try connection.openSession(readWrite: true)
            _ = try KeyImport(key, file.certificates).run(
                label: label,
                id: id,
                on: ObjectSelection(token: connection.selected),
                &session
            )
        }
    }

    /// Stores a certificate with the label and the id of the key that it is for.
    ///
    /// A former certificate of the key stays; keys say the newest that is valid.
    ///
    /// - Parameter certificate: One certificate in DER, or in PEM.
    /// - Throws: ``TokenError``; ``TokenError/Code/unsupported`` if it is not one certificate.
    public func importCertificate(_ certificate: some Sequence<UInt8>) throws(TokenError) {
        let found = try? Certificate.parse(Array(certificate))
        guard let found, let certificate = found.first, found.count == 1 else {
            throw TokenError(.unsupported, "the data is not a single certificate in DER or PEM")
        }
        try TokenError.wrapping {
            var session = try connection.openSession(readWrite: true)
            _ = try CertificateImport(certificate, former: .keep).run(
                on: ObjectSelection(token: connection.selected),
                &session
            )
        }
    }

    /// All certificates on the token.
    ///
    /// - Throws: ``TokenError``.
    public func certificates() throws(TokenError) -> [Certificate] {
        try TokenError.wrapping {
            var session = try connection.openSession()
            return try ObjectRecord.read(&session, [.objectClass(.certificate)]).compactMap {
                try $0.certificate(&session)
            }
        }
    }

    /// Deletes a key: both halves and its certificates.
    ///
    /// - Parameter key: A key of this token.
    /// - Throws: ``TokenError``.
    public func delete(_ key: TokenKey) throws(TokenError) {
        try TokenError.wrapping {
            var session = try connection.openSession(readWrite: true)
            for record in try ObjectRecord.read(&session, key.id.isEmpty ? [] : [.id(key.id)]) {
                guard try record.isPart(of: key, &session) else { continue }
                try session.destroyObject(record.handle)
            }
        }
    }

    private static func newID() throws -> [UInt8] { try Random.octets(8) }
}

extension ObjectRecord {
    /// Whether an object is a half of a key, or its certificate, by the key itself.
    fileprivate func isPart(of key: TokenKey, _ session: inout Session) throws -> Bool {
        switch objectClass {
        case .certificate: return try certificate(&session)?.publicKey.kind == key.publicKey.kind
        case .publicKey, .privateKey:
            // A private key on a curve may not tell its point; its id is the key's.
            guard let found = TokenPublicKey.make(try session.attributes(TokenPublicKey.publicTypes, of: handle)) else {
                return objectClass == .privateKey && !key.id.isEmpty
            }
            return found.kind == key.publicKey.kind
        default: return false
        }
    }
}
