internal import Cryptoki
internal import JetonASN1
internal import JetonEnrollment
internal import JetonNetwork
internal import JetonOctets
internal import JetonPrograms
internal import JetonX509
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// The pending requests of this user, and the authorities that they go to.
final class EnrollmentDesk {
    /// The pending requests.
    let list: PendingList
    private let access: EnrollmentAccessOptions
    private let tokens: TokenOptions
    private let pin: PINOptions
    private var passwords: [String: SharedSecret] = [:]
    private var identities: [String: SigningSession] = [:]
    private var networks: [String: NetworkAccess] = [:]

    /// Prepares the work; nothing is read and no connection is made yet.
    init(_ access: EnrollmentAccessOptions, tokens: TokenOptions, pin: PINOptions) throws(CommandError) {
        list = try EnrollmentDesk.list()
        self.access = access
        self.tokens = tokens
        self.pin = pin
    }

    /// The list of this user.
    static func list() throws(CommandError) -> PendingList {
        PendingList(directory: try Process.required(Process.dataDirectory) + "/enroll")
    }

    /// The time in seconds since 1970.
    static var now: Int64 { UniversalTime.now.secondsSince1970 }

    /// A request for a key's certificate, before it is sent.
    static func pending(
        _ request: CertificationRequest,
        of use: SigningSession,
        _ service: EnrollmentService
    ) throws -> PendingRequest {
        try PendingRequest(
            request,
            service: service,
            token: name(of: use.token),
            label: use.record.label,
            objectID: use.record.idHex,
            created: now
        )
    }

    /// Refuses a URL that can't be used.
    static func check(_ service: EnrollmentService) throws {
        guard service.kind != .helper else { return }
        let client = HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStore())))
        if service.kind == .est { _ = try ESTClient(service, client: client) }
        _ = try EnrollmentExchange(service.url, client: client)
    }

    // MARK: - Finding

    /// The request that the first digits of its identifier name.
    ///
    /// - Throws: ``CommandError`` if none or several match; `EnrollmentError`.
    static func request(named text: String, in list: PendingList) throws -> PendingRequest {
        let identifier = try identifier(named: text, in: list)
        guard let request = try list.request(identifier) else {
            throw EnrollmentError(.notPending, "no request \(text) is pending")
        }
        return request
    }

    /// The identifier that its first digits name; whether the request can be read does not matter.
    ///
    /// - Throws: As ``request(named:in:)``.
    static func identifier(named text: String, in list: PendingList) throws -> [UInt8] {
        let digits = text.lowercased()
        guard digits.utf8.count >= 4, digits.utf8.allSatisfy({ Hex.value(ofDigit: $0) != nil }) else {
            throw CommandError.usage(
                "'\(text)' is not the identifier of a request: expected at least 4 digits in hexadecimal",
                hints: ["`jeton enroll list` shows the requests"]
            )
        }
        let found = try list.identifiers(startingWith: digits)
        guard found.count <= 1 else {
            throw CommandError(
                "\(found.count) requests begin with \(digits)",
                exitCode: .ambiguous,
                candidates: Array(found.prefix(20))
            )
        }
        guard let identifier = found.first.flatMap({ Hex.decode($0) }) else {
            throw EnrollmentError(.notPending, "no request \(digits) is pending")
        }
        return identifier
    }

    /// The request that the first digits of its identifier name.
    func request(named text: String) throws -> PendingRequest { try Self.request(named: text, in: list) }

    // MARK: - Asking

    /// Sends a request, or asks for one that was sent; each step is on the disk before the next.
    func advance(_ pending: inout PendingRequest, wasSent: Bool) throws {
        let service = pending.service
        switch service.kind {
        case .file: pending.take(.waiting(seconds: 0), at: EnrollmentDesk.now)
        case .cmp:
            let client = CMPClient(
                exchange: try EnrollmentExchange(service.url, client: client(pending)),
                protection: try protection(pending),
                trust: access.network.serverTrust.isEmpty
                    ? TrustStore() : try TrustFiles.store(access.network.serverTrust)
            )
            try client.advance(&pending, wasSent: wasSent, at: EnrollmentDesk.now) { try list.keep($0) }
            return
        case .est:
            let client = try ESTClient(service, client: client(pending), credentials: credentials(service))
            pending.take(try answer(of: client, to: pending), at: EnrollmentDesk.now)
        case .mailbox:
            pending.take(try mailbox(pending).submit(pending), at: EnrollmentDesk.now)
        case .helper:
            let sources = try [pin.pinSource, access.password.passwordSource, Settings.value(.pinSource)?.text].map {
                try PINSource.option($0)
            }
            let secrets = sources.compactMap { if case .environment(let name) = $0 { name } else { nil } }
            let helper = HelperClient(service) { variables in
                try self.helperOutput(
                    [service.url] + service.arguments,
                    Process.variables.filter { !secrets.contains($0.key) }.merging(variables) { $1 }
                )
            }
            pending.take(try helper.submit(&pending), at: EnrollmentDesk.now)
        }
        try list.keep(pending)
    }

    /// Runs a program that submits requests to its end; it reads nothing, and its messages go to the standard error
    /// stream.
    private func helperOutput(
        _ arguments: [String],
        _ variables: [String: String]
    ) throws(CommandError) -> HelperClient.Outcome {
        var program = ProgramCall(arguments)
        program.environment = variables
        program.input = .nothing
        let output: ProgramOutput
        do throws(ProgramError) {
            output = try program.run(limit: 1_048_576, deadline: .seconds(300))
        } catch { throw CommandError(error) }
        if case .signaled(let signal) = output.end {
            throw CommandError("\(arguments[0]) was ended by signal \(signal)", exitCode: .inputOutput)
        }
        let octets = output.octets.withBytes { octets in octets.indices.map { octets[$0] } }
        return HelperClient.Outcome(status: output.end.code, output: octets)
    }

    /// What an EST server answers, with the authority's certificates where the answer has none of its own.
    private func answer(of client: ESTClient, to pending: PendingRequest) throws -> EnrollmentAnswer {
        let answer = try client.submit(pending)
        guard case .issued(let certificates) = answer, certificates.count == 1 else { return answer }
        do {
            return .issued(try certificates + client.authorities().prefix(16).filter { $0 != certificates[0] })
        } catch {
            Console.note("warning: the server does not give the certificates of its authority: \(error)")
            return answer
        }
    }

    /// Tells an authority of CMP that its certificate is here, if that is still to be done.
    func confirm(_ pending: inout PendingRequest) throws {
        guard pending.transaction?.isUnconfirmed == true else { return }
        try advance(&pending, wasSent: true)
    }

    /// Asks a mailbox for the certificates of many requests at once.
    ///
    /// - Returns: The requests with what came of them; those whose certificates came are on the disk.
    func collect(_ requests: [PendingRequest], from service: EnrollmentService) throws -> [PendingRequest] {
        guard let first = requests.first else { return [] }
        return try zip(requests, try mailbox(first).collect(requests)).map { request, answer in
            var request = request
            request.take(answer, at: EnrollmentDesk.now)
            if request.state == .issued { try list.keep(request) }
            return request
        }
    }

    private func mailbox(_ pending: PendingRequest) throws -> MailboxClient {
        let service = pending.service
        return try MailboxClient(
            service,
            exchange: EnrollmentExchange(service.url, client: client(pending), credentials: credentials(service))
        )
    }

    // MARK: - Who asks

    /// The password of a service; asked for once.
    private func password(_ service: EnrollmentService) throws -> SharedSecret? {
        guard let user = service.user else { return nil }
        let place = "\(user) \(service.url)"
        if let known = passwords[place] { return known }
        guard access.password.passwordSource == nil || passwords.isEmpty else {
            throw CommandError.usage(
                "one password source, but requests at several authorities",
                hints: ["name the requests of one authority; `jeton enroll list` shows them"]
            )
        }
        if access.password.passwordSource == nil { Console.message("The password of \(user) at \(service.url):") }
        let secret = SharedSecret(try SecretReader.authorityPassword.read(access.password.passwordSource))
        passwords[place] = secret
        return secret
    }

    private func credentials(_ service: EnrollmentService) throws -> NetworkCredentials? {
        guard let user = service.user, let password = try password(service) else { return nil }
        return NetworkCredentials(name: user, password: password.secret.clone())
    }

    private func protection(_ pending: PendingRequest) throws -> CMPProtection {
        if let user = pending.service.user, let password = try password(pending.service) {
            return .password(reference: user, secret: password)
        }
        guard let session = try clientSession(pending) else {
            throw CommandError.usage(
                "CMP needs a user with a password, or a key with a certificate",
                hints: ["--client-key names the key"]
            )
        }
        return .signature(key: session.key, certificates: session.certificates)
    }

    /// The key by which the authority knows the user: that of the option, or else the one that is renewed.
    private func clientKey(_ pending: PendingRequest) -> String? {
        access.clientKey ?? (pending.clientKey.isEmpty ? nil : pending.clientKey)
    }

    private func clientSession(_ pending: PendingRequest) throws -> SigningSession? {
        guard let name = clientKey(pending) else { return nil }
        var query = try tokens.query()
        let key = try ObjectName(name)
        if access.clientKey == nil {
            if query.isEmpty { try query.add(token: pending.token, from: .elsewhere) }
            try query.add(key, from: .elsewhere)
        }
        let place = access.clientKey == nil ? "\(pending.token) \(name)" : name
        if let identity = identities[place] { return identity }
        let session = try Desk.sign(query, key: key, pin: pin, certificate: .ofKey)
        identities[place] = session
        return session
    }

    private func client(_ pending: PendingRequest) throws -> HTTPClient {
        let place = access.clientKey ?? "\(pending.token) \(pending.clientKey)"
        if let network = networks[place] { return network.client }
        let identity = try clientSession(pending).map { try TLSIdentity(key: $0.key, certificates: $0.certificates) }
        let made = try NetworkAccess(access.network, identity: identity)
        networks[place] = made
        return made.client
    }

    // MARK: - The token

    /// Puts an issued certificate onto the token, and ends the request.
    func finish(_ pending: PendingRequest) throws -> EnrollmentImport.Outcome {
        let outcome = try EnrollmentImport(pending, tokens: tokens, pin: pin).run()
        try list.remove(pending.keyIdentifier)
        return outcome
    }

    /// What names the token from now on: its serial number, since labels are changed.
    static func name(of token: SelectedToken) -> String {
        guard let serial = token.entry.fullURI.serial, !serial.isEmpty else { return token.uri }
        var uri = token.entry.fullURI
        uri.token = nil
        return uri.description
    }
}
