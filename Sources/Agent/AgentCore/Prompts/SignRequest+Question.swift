internal import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import PeerIdentity
internal import SSHWire

extension SignRequest {
    /// The question that a person answers: our own words, then what others wrote, a line each.
    ///
    /// - Parameters:
    ///   - data: The bytes that are signed, whose digest the answer is bound to.
    ///   - hostName: The name that the user's known_hosts has for the host's key.
    /// - Returns: The question.
    /// - Throws: `LibcryptoError` without entropy.
    func question(of data: [UInt8], hostName: String?) throws -> Question {
        var rows: [Question.Row] = []
        if isForwarded { rows.append(.own("The request comes from another machine, or may come from one.")) }
        if isGuarded { rows.append(.own("The key is for signatures that bind you.")) }
        switch self.data {
        case .login(let login):
            if !isHostProven { rows.append(.own("The host is not proven.")) }
            rows.append(.labeled("User", login.user.unescaped))
            if case .host(let fingerprint) = destination {
                if let hostName { rows.append(.labeled("Host", hostName)) }
                rows.append(.labeled("Host key", fingerprint))
            }
        case .message(let message):
            rows.append(.labeled("For", message.namespace.unescaped))
            rows.append(.labeled("Digest", "\(message.hash) \(Hex.encode(message.digest).prefix(32))…"))
        case .certificate(let certificate):
            rows.append(.labeled("Name", certificate.identifier.unescaped))
            let names = certificate.principals.map { $0.shown(limit: 32) }.joined(separator: ", ")
            rows.append(.labeled("Valid for", names.isEmpty ? "anyone" : names))
        case .raw(let form): rows.append(.own("It looks like \(form.words)."))
        }
        rows.append(.labeled("Key", keyName))
        rows.append(.labeled("Program", program.shown))
        return try Question(words, rows: rows, subjects: [HashAlgorithm.sha256.hash(data)])
    }

    private var words: String {
        switch data {
        case .login: "Log in to a host?"
        case .message: "Sign a message?"
        case .certificate(let certificate): certificate.kind == .host ? "Certify a host?" : "Certify a user?"
        case .raw: "Sign data that nothing explains?"
        }
    }
}

extension RawForm {
    fileprivate var words: String {
        switch self {
        case .signedAttributes: "the signature of a document"
        case .certificate: "a certificate of a web server or a person"
        case .digestInfo: "the digest of a document or message"
        case .tlsHandshake: "a login to a web server"
        case .digest: "a digest, of which nothing else is known"
        case .unknown: "nothing that the agent knows"
        }
    }
}
