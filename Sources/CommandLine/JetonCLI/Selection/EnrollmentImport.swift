internal import Cryptoki
internal import JetonASN1
internal import JetonEnrollment
internal import JetonKeystoreBase
internal import JetonOctets
internal import JetonX509
internal import SigningDesk

/// Puts a certificate that was issued onto the token that has its key.
struct EnrollmentImport {
    /// What was done.
    struct Outcome {
        /// The token's URI.
        let token: String
        /// The certificate, then those of its issuers that are on the token.
        let certificates: [CertificateImport.Outcome]
        /// The roots that came with it: neither stored nor trusted.
        let roots: [Certificate]
        /// What a person should know.
        let warnings: [String]
    }

    private let pending: PendingRequest
    private let tokens: TokenOptions
    private let pin: PINOptions

    init(_ pending: PendingRequest, tokens: TokenOptions, pin: PINOptions) {
        self.pending = pending
        self.tokens = tokens
        self.pin = pin
    }

    /// Proves that the key is there, writes the certificate and its issuers' and reads the certificate back.
    ///
    /// A certificate that the token has already is not written again, so that this can be repeated after a crash.
    func run() throws -> Outcome {
        guard let certificate = pending.certificates.first else {
            throw CommandError("the certificate for '\(pending.request.subject)' has not come yet", exitCode: .notFound)
        }
        var query = try tokens.query()
        if query.isEmpty { try query.add(token: pending.token, from: .elsewhere) }
        let use = try Desk.sign(query, key: keyName(query), pin: pin)
        // The key itself answers, not what the token says of it.
        let challenge = try Primitives.random(32)
        let (signature, algorithm) = try use.key.signChecked(challenge)
        guard certificate.publicKey.check(signature, message: challenge, algorithm: algorithm) == .valid else {
            throw CommandError(
                "the certificate of '\(certificate.subject)' is not for key '\(use.record.label)' on token '\(use.token.name)'",
                hints: ["--token names the token that has the key"],
                exitCode: .refused
            )
        }
        // The token is logged in by the session above.
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
        var session = try Desk.open(query, pin: nil)
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
                warnings.append("the former certificate '\(record.label)' is kept: the new one does not take its place")
                continue
            }
            do {
                try session.destroyObject(record.handle)
            } catch {
                warnings.append("the former certificate '\(record.label)' was not deleted: \(error.codeDescription)")
            }
        }
    }

    private func readBack(_ certificate: Certificate, _ session: inout Session) throws {
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
            if try record.certificate(&session) == certificate { return }
        }
        throw CommandError(
            "the token took the certificate of '\(certificate.subject)', but does not give it back",
            exitCode: .refused
        )
    }
}
