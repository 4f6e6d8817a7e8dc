internal import ArgumentParser
internal import JetonASN1
internal import JetonFiles
internal import JetonJobs
internal import JetonNetwork
internal import JetonOctets
internal import JetonValidation
internal import JetonX509

/// The jobs of this user: whom they are taken from, which were taken, and the log.
struct JobDesk {
    /// The issuers, and the identifier of this installation.
    let trust: JobTrustList
    /// The jobs that were taken.
    let taken: ReplayStore
    /// The decisions.
    let log: JobLog

    /// Names the files; nothing is read yet.
    init() throws(CommandError) {
        let directory = try Process.required(Process.dataDirectory) + "/jobs"
        trust = JobTrustList(directory: directory)
        taken = ReplayStore(directory: directory)
        log = JobLog(directory: directory)
    }

    /// The time in seconds since 1970.
    static var now: Int64 { UniversalTime.now.secondsSince1970 }

    /// Reads a job from a file or an https URL, whose origin may redirect to itself only.
    static func read(_ place: String, _ network: NetworkOptions) throws -> [UInt8] {
        // One byte more than is accepted, so that a longer one is refused as such.
        guard place.hasPrefix("https://") || place.hasPrefix("http://") else {
            var source = try FileSource(path: place)
            return try source.beginning(JobVerifier.sizeLimit + 1)
        }
        guard place.hasPrefix("https://") else { throw CommandError.usage("a job is fetched by https only") }
        return try JobDesk.fetch(
            place,
            limit: JobVerifier.sizeLimit,
            redirects: .sameOrigin,
            NetworkAccess(network).client
        )
    }

    /// Fetches something; a redirect is an error unless it may be followed.
    static func fetch(
        _ url: String,
        limit: Int,
        redirects: HTTPRequest.Redirects = .none,
        _ client: HTTPClient
    ) throws -> [UInt8] {
        var request = HTTPRequest(try HTTPURL(url))
        request.redirects = redirects
        request.bodyLimit = UInt64(limit)
        var body: [UInt8] = []
        let head = try client.perform(request) { piece throws(NetworkError) in body += piece }
        guard head.status == 200 else {
            throw CommandError("\(request.url.host) answered with status \(head.status)", exitCode: .inputOutput)
        }
        return body
    }

    /// Checks a job; a refusal is logged.
    ///
    /// - Parameters:
    ///   - octets: The whole job.
    ///   - network: Asks whether the signer's certificate was revoked; nil to ask no server.
    /// - Returns: The job.
    /// - Throws: ``CommandError`` for a job that is refused.
    func verify(_ octets: [UInt8], _ network: NetworkAccess?) throws -> VerifiedJob {
        let verifier = JobVerifier(issuers: try trust.issuers(), installation: try trust.installation())
        do {
            let verified = try verifier.verify(octets)
            if let network { try JobDesk.checkRevocation(verified, network) }
            try taken.check(verified.job, at: JobDesk.now)
            return verified
        } catch let refusal as JobRefusal {
            throw try refused(refusal, nil, octets)
        }
    }

    /// Refuses a signer whose certificate was revoked, or of whom nothing can be learned.
    private static func checkRevocation(_ verified: VerifiedJob, _ network: NetworkAccess) throws(JobRefusal) {
        let trust = TrustStore([verified.issuer.certificate])
        let time = UniversalTime.now
        let path = verified.path(at: time)
        let found = network.collector.collect(path)
        let check = RevocationCheck(trust: trust, certificates: [], evidence: found.evidence, time: time)
        for (certificate, status) in zip(path.certificates, check.statuses(of: path)) {
            switch status {
            case .good: continue
            case .revoked: throw JobRefusal(.signer, "the certificate '\(certificate)': \(status)")
            case .undetermined(let why):
                let reasons = [why] + found.failures
                throw JobRefusal(
                    .signer,
                    "whether '\(certificate)' was revoked is unknown: \(reasons.joined(separator: "; "))"
                )
            }
        }
    }

    /// Logs a refusal, and gives the error for it.
    func refused(_ refusal: JobRefusal, _ job: Job?, _ octets: [UInt8]) throws -> CommandError {
        let reason = "\(refusal.code.rawValue): \(refusal)"
        try log.add("refused", reason: reason, job: job, octets: octets, at: JobDesk.now)
        var error = CommandError(
            "the job is refused: \(refusal)",
            hints: JobDesk.hints(refusal),
            exitCode: refusal.code == .key ? .notFound : .finding
        )
        error.members = ["reason": refusal.code.rawValue]
        return error
    }

    private static func hints(_ refusal: JobRefusal) -> [String] {
        switch refusal.code {
        case .signer, .issuer, .operation: ["`jeton job trust` shows which issuers may give jobs, and for what"]
        case .replay: ["ask for a new job; `jeton job log` shows what became of this one"]
        case .time: ["`date -u` shows the clock of this machine"]
        case .key: ["--token names the token that has the key"]
        default: []
        }
    }
}
