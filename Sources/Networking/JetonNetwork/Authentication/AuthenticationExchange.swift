import JetonASN1
import JetonOctets

/// The authentication of one connection to a server or proxy: what to send next, by what came back.
package struct AuthenticationExchange {
    /// A way to prove who the user is.
    package enum Scheme: String, Hashable, Sendable {
        case basic, ntlm
    }

    private enum Step {
        case idle, basicSent, negotiateSent, passwordSent
    }

    /// Which of the two is spoken to.
    package enum Place {
        case proxy, server

        var status: Int { self == .proxy ? 407 : 401 }
        var question: String { self == .proxy ? "Proxy-Authenticate" : "WWW-Authenticate" }
        /// The name of the field that carries ``AuthenticationExchange/answer``.
        package var answer: String { self == .proxy ? "Proxy-Authorization" : "Authorization" }
        var words: String { self == .proxy ? "the proxy" : "the server" }
    }

    /// Which of the two is spoken to.
    package let place: Place
    /// The name of the host that asks, for the service of NTLM.
    let host: String
    private let credentials: NetworkCredentials?
    private let deadline: Deadline
    private var step = Step.idle
    private var hasClaim = false
    /// The field's value for the next request; nil for none.
    package private(set) var answer: String?

    /// Starts before the first request.
    package init(_ place: Place, host: String, credentials: NetworkCredentials?, deadline: Deadline) {
        self.place = place
        self.host = host
        self.credentials = credentials
        self.deadline = deadline
    }

    /// Whether the next request only begins NTLM, so that its body would be thrown away.
    package var withholdsBody: Bool { step == .negotiateSent }
    /// Whether the next request must go over the same connection as the one before.
    var isBound: Bool { step == .passwordSent }
    var hasCredentials: Bool { credentials != nil }

    /// Reads the response to the last request.
    ///
    /// - Parameters:
    ///   - head: The response's head.
    ///   - endPoint: The channel binding of the connection.
    /// - Returns: Whether the request must be sent again, with ``answer``.
    /// - Throws: ``NetworkError/Code/authenticationRequired``, ``NetworkError/Code/authenticationFailed``.
    package mutating func needsAnother(_ head: HTTPResponseHead, endPoint: [UInt8]?) throws(NetworkError) -> Bool {
        guard head.status == place.status else {
            // NTLM and Basic are settled by the first answer that is not a question.
            if step == .basicSent || step == .passwordSent { settle(accepted: true) }
            return false
        }
        let questions = HTTPChallenge.read(head.fields.values(place.question))
        switch step {
        case .idle: try begin(questions)
        case .negotiateSent: try continueNTLM(questions, endPoint)
        case .basicSent, .passwordSent:
            settle(accepted: false)
            throw NetworkError(.authenticationFailed, "\(place.words) \(host) refused the name or password")
        }
        return true
    }

    /// The peer ended the connection in place of an answer to the password, which is how some refuse it: it is not sent
    /// again, unless it was accepted before.
    ///
    /// - Returns: The error for the user; nil if the password was accepted before.
    package mutating func endWithoutAnswer() -> NetworkError? {
        guard step == .passwordSent, hasClaim, credentials?.settleWithoutAnswer() == true else { return nil }
        hasClaim = false
        return NetworkError(
            .authenticationFailed,
            "\(place.words) \(host) closed the connection when it received the password, which is not sent again"
        )
    }

    /// The connection ended before the password was sent: begins again.
    mutating func restart() {
        settle(accepted: nil)
        step = .negotiateSent
        answer = "NTLM \(Base64.encode(NTLM.negotiate))"
    }

    /// Settles the claim to send the password, if there is one; nil if it was neither accepted nor refused.
    package mutating func settle(accepted: Bool?) {
        guard hasClaim else { return }
        hasClaim = false
        credentials?.settle(accepted: accepted)
    }

    /// Begins by a scheme before the server has asked, so that a body need not be sent twice.
    ///
    /// - Throws: ``NetworkError/Code/authenticationFailed`` if the password was refused before,
    ///   ``NetworkError/Code/authenticationRequired`` without credentials.
    package mutating func begin(_ scheme: Scheme) throws(NetworkError) {
        try begin(HTTPChallenge.read([scheme.rawValue]))
    }

    private mutating func begin(_ questions: [HTTPChallenge]) throws(NetworkError) {
        guard let credentials else {
            throw NetworkError(.authenticationRequired, "\(place.words) \(host) requires a name and password")
        }
        let schemes = questions.map(\.scheme)
        if schemes.contains("ntlm") {
            guard !credentials.isRefused else {
                throw NetworkError(.authenticationFailed, "the password was already refused")
            }
            step = .negotiateSent
            answer = "NTLM \(Base64.encode(NTLM.negotiate))"
        } else if schemes.contains("basic") {
            try claim(credentials)
            step = .basicSent
            answer = try basic(credentials)
        } else {
            let offered = schemes.filter { $0.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A } }.prefix(4).joined(
                separator: ", "
            )
            throw NetworkError(
                .authenticationRequired,
                "\(place.words) \(host) offers \(offered.isEmpty ? "nothing" : offered), but Basic or NTLM is required"
            )
        }
    }

    private mutating func continueNTLM(_ questions: [HTTPChallenge], _ endPoint: [UInt8]?) throws(NetworkError) {
        let texts = questions.filter { $0.scheme == "ntlm" }.map(\.text)
        guard texts.count == 1, let text = texts.first, text.utf8.count <= 2 * NTLMChallenge.sizeLimit,
            let message = Base64.decode(text)
        else {
            throw NetworkError(.authenticationFailed, "\(place.words) \(host) does not continue NTLM")
        }
        guard let credentials else { return }
        let challenge = try NTLMChallenge(message)
        let context = try NTLM.Context(service: "HTTP/\(host)", endPoint: endPoint)
        try claim(credentials)
        let made = try credentials.borrow { (password) throws(NetworkError) in
            try NTLM.authenticate(
                challenge,
                user: credentials.user,
                domain: credentials.domain,
                password: password,
                context: context
            )
        }
        step = .passwordSent
        answer = "NTLM \(Base64.encode(made))"
    }

    private mutating func claim(_ credentials: NetworkCredentials) throws(NetworkError) {
        try credentials.claim(by: deadline)
        hasClaim = true
    }

    /// RFC 7617, 2.
    private func basic(_ credentials: NetworkCredentials) throws(NetworkError) -> String {
        let name = credentials.domain.isEmpty ? credentials.user : "\(credentials.domain)\\\(credentials.user)"
        guard !name.utf8.contains(UInt8(ascii: ":")) else {
            throw NetworkError(.invalidRequest, "a name with a colon cannot be sent with Basic")
        }
        return credentials.borrow { password in
            password.withBytes { octets in
                let pair = Secret(capacity: name.utf8.count + 1 + octets.count) { (span: inout MutableSpan<UInt8>) in
                    var count = 0
                    for byte in name.utf8 {
                        span[count] = byte
                        count += 1
                    }
                    span[count] = UInt8(ascii: ":")
                    for index in 0..<octets.count { span[count + 1 + index] = octets[index] }
                    return count + 1 + octets.count
                }
                return pair.withBytes { pair in
                    var text: [UInt8] = []
                    Base64.append(pair, to: &text)
                    return "Basic \(String(decoding: text, as: UTF8.self))"
                }
            }
        }
    }
}
