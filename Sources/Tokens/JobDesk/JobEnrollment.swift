internal import EnrollmentDesk
internal import JetonASN1
internal import JetonEnrollment
internal import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import SigningDesk

/// Requests that an issuer's jobs make, and the certificates that come for them.
///
/// A request is kept in the list of those that wait, with the origin of its issuer: another issuer's certificates are
/// not taken for it.
struct JobEnrollment {
    private let list: PendingList
    private let origin: String

    init(_ verified: VerifiedJob, _ list: PendingList) {
        self.list = list
        origin = verified.issuer.origin.description
    }

    /// The request that an earlier job of this issuer made for a key; nil if there is none.
    ///
    /// It is given again as it was, so that a job that was killed costs neither a request nor a signature.
    ///
    /// - Throws: ``EnrollmentError`` if another authority has a request for the key, or this one with another subject.
    func waiting(_ keyIdentifier: [UInt8], _ subject: DistinguishedName) throws -> PendingRequest? {
        guard let pending = try list.request(keyIdentifier), pending.state != .rejected else { return nil }
        guard isOurs(pending), pending.request.subject.matches(subject) else {
            throw EnrollmentError(
                .alreadyPending,
                "another request for this key is already pending, as \(Hex.encode(keyIdentifier))"
            )
        }
        return pending
    }

    /// Makes a request and keeps it.
    func request(_ subject: DistinguishedName, _ session: SigningSession) throws -> PendingRequest {
        let request = try CertificationRequest.make(subject: subject, key: session.key)
        var pending = try PendingRequest(request, of: session, EnrollmentService(.file, url: origin))
        pending.take(.waiting(seconds: 0), at: UniversalTime.now.secondsSince1970)
        let lock = try list.lock()
        defer { withExtendedLifetime(lock) {} }
        try list.add(pending)
        return pending
    }

    /// The requests of this issuer's jobs for which there are certificates.
    ///
    /// - Throws: `JobRefusal` if there is none.
    func requests(for certificates: [Certificate]) throws -> [PendingRequest] {
        let found = try list.requests(for: certificates, where: isOurs)
        guard !found.isEmpty else {
            throw JobRefusal(.document, "none of the certificates is for a request that a job from \(origin) made")
        }
        return found
    }

    /// Keeps the certificates, then puts each onto the token that has its key.
    ///
    /// What is kept and not on a token yet, `jeton enroll collect` puts there.
    func store(_ requests: [PendingRequest], for program: any JobProgram) throws -> [JobResult] {
        let lock = try list.lock()
        defer { withExtendedLifetime(lock) {} }
        for pending in requests { try list.keep(pending) }
        return try requests.map { pending in
            let outcome = try EnrollmentImport(pending, program.tokens).run()
            try list.remove(pending.keyIdentifier)
            for warning in outcome.warnings { program.tell(.warning(warning)) }
            return JobResult(
                name: Hex.encode(pending.keyIdentifier),
                kind: .certificate,
                octets: pending.certificates.first?.derRepresentation ?? [],
                file: nil
            )
        }
    }

    private func isOurs(_ pending: PendingRequest) -> Bool {
        pending.service.kind == .file && pending.service.url == origin
    }
}
