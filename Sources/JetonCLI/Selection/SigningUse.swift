internal import Cryptoki
internal import Octets
internal import Signing
internal import TokenKit

/// A private key in use: selected, logged in, ready to sign.
struct SigningUse {
    let token: SelectedToken
    let record: ObjectRecord
    let key: TokenSigningKey
    /// The signer's certificate and those that come with it; empty unless asked for.
    let certificates: [Certificate]

    /// Selects a token and a key on it, and logs in.
    ///
    /// - Parameters:
    ///   - criteria: Which token, with what the key's name says of it.
    ///   - certificate: `--certificate`.
    ///   - wantsCertificate: Whether a certificate is needed.
    init(
        _ criteria: TokenCriteria,
        key name: ObjectName?,
        pin: PINOptions,
        certificate: String? = nil,
        wantsCertificate: Bool
    ) throws {
        var criteria = criteria
        try criteria.add(name)
        let token = try SelectedToken(criteria)
        let login = TokenLogin(token: token, lastTry: pin.lastTry)
        let source = pin.pinSource ?? criteria.pinSource
        var session = try token.openSession()
        try login.login(&session, source: source)
        let selection = ObjectSelection(token: token)
        let record = try selection.one(name, .privateKey, noun: "private key", &session)
        let certificates =
            wantsCertificate
            ? try CertificateSource.find(certificate, for: record, selection, &session) : []
        self.certificates = certificates
        self.token = token
        self.record = record
        // Keys that want the PIN for every signature get it from its source each time.
        let signatureLogin = SignatureLogin(
            read: { try login.read(source, role: .contextSpecific) },
            send: { session, pin in try login.authenticate(&session, pin, role: .contextSpecific) }
        )
        key = try TokenSigningKey(
            record.handle,
            session: session,
            certificate: certificates.first,
            login: signatureLogin
        )
    }
}
