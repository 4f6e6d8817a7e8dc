internal import Cryptoki
package import JetonEnrollment
internal import JetonLibcrypto
internal import JetonOctets
package import JetonX509
package import SigningDesk

/// Puts a certificate that was issued onto the token that has its key.
package struct EnrollmentImport {
    /// What was done.
    package struct Outcome {
        /// The token's URI.
        package let token: String
        /// The certificate, then those of its issuers that are on the token.
        package let certificates: [CertificateImport.Outcome]
        /// The roots that came with it: neither stored nor trusted.
        package let roots: [Certificate]
        /// What a person should know.
        package let warnings: [String]
    }

    private let pending: PendingRequest
    private let tokens: any TokenAccess

    /// Names the request with its certificates; nothing is done yet.
    package init(_ pending: PendingRequest, _ tokens: any TokenAccess) {
        self.pending = pending
        self.tokens = tokens
    }

    /// Proves that the key is there, writes the certificate and its issuers' and reads the certificate back.
    ///
    /// A certificate that the token has already is not written again, so that this can be repeated after a crash.
    ///
    /// - Throws: ``EnrollmentDeskError``; what the token and its login refuse.
    package func run() throws -> Outcome {
        guard let certificate = pending.certificates.first else {
            throw EnrollmentDeskError(
                .notIssued,
                "the certificate for '\(pending.request.subject)' has not arrived yet"
            )
        }
        var query = try tokens.query()
        if query.isEmpty { try query.add(token: pending.token, from: .elsewhere) }
        let use = try tokens.sign(query, key: keyName(query), certificate: nil)
        // The key itself answers, not what the token says of it.
        let challenge = try Random.octets(32)
        let (signature, algorithm) = try use.key.signChecked(challenge)
        guard certificate.publicKey.check(signature, message: challenge, algorithm: algorithm) == .valid else {
            throw EnrollmentDeskError(
                .otherKey,
                "the certificate of '\(certificate.subject)' is not for key '\(use.record.label)' on token '\(use.token.name)'"
            )
        }
        // The token is logged in by the session above.
        try tokens.prepareWriting(to: use.token)
        var session = try use.token.openSession(readWrite: true)
        let selection = ObjectSelection(token: use.token)
        var others: [Certificate] = []
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
            if let other = try record.certificate(&session) { others.append(other) }
        }
        var warnings = IssuedCertificateCheck.warnings(
            certificate,
            request: pending.request,
            others: try others.filter { try $0.fingerprint() != pending.former }
        )
        var stored = [
            try CertificateImport(certificate, former: .keep, label: use.record.label, id: use.record.values.id)
                .run(on: selection, &session)
        ]
        try readBack(certificate, &session)
        try deleteFormer(certificate, issuers: others + pending.certificates.dropFirst(), &session, &warnings)
        let chain = CertificateChain(of: certificate, among: Array(pending.certificates.dropFirst()))
        for issuer in chain.certificates(.issuers) {
            do {
                stored.append(try CertificateImport(issuer, former: .keep).run(on: selection, &session))
            } catch let error as CryptokiError {
                // A PIV card has a place for the certificates of its keys only.
                warnings.append(
                    "the certificate of the issuer '\(issuer.subject)' was not stored: \(error.codeDescription)"
                )
            }
        }
        try session.close()
        let roots = pending.certificates.dropFirst().filter { $0.isSelfIssued && $0 != certificate }
        return Outcome(token: use.token.uri, certificates: stored, roots: Array(roots), warnings: warnings)
    }

    /// The key that the request was made by, whatever it is called now.
    private func keyName(_ query: TokenQuery) throws -> ObjectName {
        var session = try tokens.open(query)
        let key = try ObjectRecord.publicKey(pending.request.publicKey, &session.session)
        if let id = key?.values.id { return .text(Hex.encode(id)) }
        return .text(pending.objectID.isEmpty ? pending.label : pending.objectID)
    }

    /// Deletes the certificate that the new one replaces, so that the key has one.
    private func deleteFormer(
        _ certificate: Certificate,
        issuers: [Certificate],
        _ session: inout Session,
        _ warnings: inout [String]
    ) throws {
        guard !pending.former.isEmpty, try certificate.fingerprint() != pending.former else { return }
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
            guard let former = try record.certificate(&session), try former.fingerprint() == pending.former else {
                continue
            }
            // Whoever answers in place of the authority must not cost the user a certificate that works.
            guard IssuedCertificateCheck.replaces(certificate, former, issuers: issuers) else {
                warnings.append("the previous certificate '\(record.label)' is kept: the new one does not replace it")
                continue
            }
            do {
                try session.destroyObject(record.handle)
            } catch {
                warnings.append("the previous certificate '\(record.label)' was not deleted: \(error.codeDescription)")
            }
        }
    }

    private func readBack(_ certificate: Certificate, _ session: inout Session) throws {
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
            if try record.certificate(&session) == certificate { return }
        }
        throw EnrollmentDeskError(
            .notReadBack,
            "the token accepted the certificate of '\(certificate.subject)', but does not return it"
        )
    }
}
