internal import Cryptoki
internal import JetonX509
internal import SigningDesk
internal import TokenKit

extension Token {
    /// The one private key of a name.
    ///
    /// - Parameters:
    ///   - name: Its label, its id in hexadecimal or a PKCS #11 URI; nil for the only one.
    ///   - purpose: What the key signs for this program.
    /// - Returns: The key.
    /// - Throws: ``TokenError/Code/notFound``, ``TokenError/Code/ambiguous``, ``TokenError/Code/loginRequired``,
    ///   ``TokenError/Code/wrongPurpose`` for a certificate that does not fit the purpose.
    public func key(_ name: String? = nil, for purpose: KeyPurpose = .any) throws(TokenError) -> TokenKey {
        try TokenError.wrapping {
            let objectName = try name.map { try Self.objectName($0) }
            var session = try connection.openSession()
            let selection = ObjectSelection(token: connection.selected)
            let record: ObjectRecord
            do {
                record = try selection.one(objectName, .privateKey, noun: "private key", &session)
            } catch let error as SelectionError where error.code == .noObject && !connection.hasLogin && needsLogin {
                throw TokenError(.loginRequired, "keys of token '\(label)' are visible only after a login")
            }
            return try key(record, selection, session, purpose)
        }
    }

    /// All private keys that the token shows, those left out that Jeton can't use.
    ///
    /// - Throws: ``TokenError``.
    public func keys(for purpose: KeyPurpose = .any) throws(TokenError) -> [TokenKey] {
        try TokenError.wrapping {
            var session = try connection.openSession()
            let selection = ObjectSelection(token: connection.selected)
            var keys: [TokenKey] = []
            for record in try ObjectRecord.read(&session, [.objectClass(.privateKey)]) {
                do {
                    keys.append(try key(record, selection, connection.openSession(), purpose))
                } catch is TokenSigningKeyError {
                    continue
                } catch let error as TokenError where error.code == .wrongPurpose {
                    continue
                }
            }
            return keys
        }
    }

    private var needsLogin: Bool { connection.selected.token.flags.contains(.loginRequired) }

    static func objectName(_ text: String) throws -> ObjectName {
        let name = try ObjectName(text)
        if case .uri(let uri) = name, let reserved = uri.reservedAttribute {
            throw TokenError(.reservedURI, "the URI can't have '\(reserved.rawValue)': only the program can set it")
        }
        return name
    }

    private func key(
        _ record: ObjectRecord,
        _ selection: ObjectSelection,
        _ session: consuming Session,
        _ purpose: KeyPurpose
    ) throws -> TokenKey {
        let certificate = try Self.certificate(of: record, selection, &session)
        if purpose == .tls, certificate?.keyUsage?.contains(.nonRepudiation) == true {
            throw TokenError(
                .wrongPurpose,
                "the certificate of key '\(record.label)' is for signatures that identify a person, not for TLS"
            )
        }
        let signer = try TokenSigningKey(
            record.handle,
            session: session,
            certificate: certificate,
            login: connection.signatureLogin()
        )
        let uri = record.fullURI(on: connection.selected)
        return TokenKey(
            connection,
            signer,
            uri: selection.shortest(uri, [uri]),
            certificate: certificate,
            purpose: purpose
        )
    }

    private static func certificate(
        of record: ObjectRecord,
        _ selection: ObjectSelection,
        _ session: inout Session
    ) throws -> Certificate? {
        do {
            return try CertificateChoice.ofKey.chosen(for: record, selection, &session).certificates.first
        } catch let error as SelectionError where [.noCertificate, .keyWithoutID].contains(error.code) {
            return nil
        }
    }
}
