internal import JetonASN1
package import JetonEnrollment
internal import JetonNetwork
internal import JetonOctets
internal import JetonPrograms
internal import JetonX509
package import SigningDesk
internal import TokenKit

/// Takes pending requests through their authorities to the token that has the key.
///
/// Not for several threads at once. Who works on requests holds the lock of the list meanwhile.
package final class EnrollmentClient {
    /// The pending requests.
    package let list: PendingList
    private let program: any EnrollmentProgram
    private var passwords: [String: SharedSecret] = [:]
    private var identities: [String: SigningSession] = [:]
    private var clients: [String: HTTPClient] = [:]

    /// Prepares the work; nothing is read and no connection is made yet.
    package init(_ list: PendingList, _ program: any EnrollmentProgram) {
        self.list = list
        self.program = program
    }

    // MARK: - Asking

    /// Sends a request, or asks for one that was sent; each step is on the disk before the next.
    package func advance(_ pending: inout PendingRequest, wasSent: Bool) throws {
        let service = pending.service
        if service.kind != .file { pending.asked = now }
        switch service.kind {
        case .file: pending.take(.waiting(seconds: 0), at: now)
        case .cmp:
            let client = CMPClient(
                exchange: try EnrollmentExchange(service.url, client: client(pending)),
                protection: try protection(pending),
                trust: try program.trust()
            )
            try client.advance(&pending, wasSent: wasSent, at: now) { try list.keep($0) }
            return
        case .est:
            let client = try ESTClient(service, client: client(pending), credentials: credentials(service))
            pending.take(try answer(of: client, to: pending), at: now)
        case .mailbox:
            let reply = try mailbox(pending).submit(pending)
            pending.take(reply.answer, at: now)
            pending.note = reply.note ?? pending.note
        case .helper:
            let helper = HelperClient(service) { variables in
                try self.helperOutput(
                    [service.url] + service.arguments,
                    self.program.variables().merging(variables) { $1 }
                )
            }
            pending.take(try helper.submit(&pending), at: now)
        }
        try list.keep(pending)
    }

    /// Runs a program that submits requests to its end; it reads nothing, and its messages go to the standard error
    /// stream.
    private func helperOutput(
        _ arguments: [String],
        _ variables: [String: String]
    ) throws -> HelperClient.Outcome {
        var call = ProgramCall(arguments)
        call.environment = variables
        call.input = .nothing
        let output = try call.run(limit: 1_048_576, deadline: .seconds(300))
        if case .signaled(let signal) = output.end {
            throw EnrollmentDeskError(.helperEnded, "\(arguments[0]) was terminated by signal \(signal)")
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
            program.warn("the server does not provide its authority's certificates: \(error)")
            return answer
        }
    }

    /// Tells an authority of CMP that its certificate is here, if that is still to be done.
    package func confirm(_ pending: inout PendingRequest) throws {
        guard pending.transaction?.isUnconfirmed == true else { return }
        try advance(&pending, wasSent: true)
    }

    /// Asks a mailbox for the certificates of many requests at once.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - service: Their mailbox.
    ///   - keepsTime: Whether the time of asking is kept too: by a timer, a service is asked seldom.
    /// - Returns: The requests with what came of them; those whose certificates came, or about which the service says
    ///   something new, are on the disk.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func collect(
        _ requests: [PendingRequest],
        from service: EnrollmentService,
        keepsTime: Bool = false
    ) throws -> [PendingRequest] {
        guard let first = requests.first else { return [] }
        return try zip(requests, try mailbox(first).collect(requests)).map { request, reply in
            var request = request
            let isNew = reply.note != nil && reply.note != request.note
            request.take(reply.answer, at: now)
            request.note = reply.note ?? request.note
            request.asked = now
            if request.state == .issued || isNew || keepsTime { try list.keep(request) }
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
        let secret = try program.password(of: service, hasAsked: !passwords.isEmpty)
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
            throw EnrollmentDeskError(
                .noCredentials,
                "CMP requires a user with a password, or a key with a certificate"
            )
        }
        return .signature(key: session.key, certificates: session.certificates)
    }

    /// The session of the key by which the authority knows the user: that of the option, or else the one that is
    /// renewed; nil if there is none.
    private func clientSession(_ pending: PendingRequest) throws -> SigningSession? {
        guard let name = program.clientKey ?? (pending.clientKey.isEmpty ? nil : pending.clientKey) else { return nil }
        var query = try program.tokens.query()
        let key = try ObjectName(name)
        if program.clientKey == nil {
            if query.isEmpty { try query.add(token: pending.token, from: .elsewhere) }
            try query.add(key, from: .elsewhere)
        }
        let place = program.clientKey == nil ? "\(pending.token) \(name)" : name
        if let identity = identities[place] { return identity }
        let session = try program.tokens.sign(query, key: key, certificate: .ofKey)
        identities[place] = session
        return session
    }

    private func client(_ pending: PendingRequest) throws -> HTTPClient {
        let place = program.clientKey ?? "\(pending.token) \(pending.clientKey)"
        if let client = clients[place] { return client }
        let client = try program.client(
            clientSession(pending).map { try TLSIdentity(key: $0.key, certificates: $0.certificates) }
        )
        clients[place] = client
        return client
    }

    private var now: Int64 { UniversalTime.now.secondsSince1970 }

    // MARK: - The token

    /// Gives a token what it takes to change it, before an authority is asked.
    package func prepareWriting(to token: SelectedToken) throws { try program.tokens.prepareWriting(to: token) }

    /// Puts an issued certificate onto the token, and ends the request.
    package func finish(_ pending: PendingRequest) throws -> EnrollmentImport.Outcome {
        let outcome = try EnrollmentImport(pending, program.tokens).run()
        try list.remove(pending.keyIdentifier)
        return outcome
    }
}
