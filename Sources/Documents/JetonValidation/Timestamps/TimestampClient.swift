public import EvidenceFetching
public import JetonASN1
public import JetonX509

/// Asks timestamping authorities, one after the other until one answers well, or takes timestamps that were made elsewhere.
public struct TimestampClient: Sendable {
    /// A token, and what went wrong at the servers before the one that gave it.
    public struct Outcome: Sendable {
        /// The response.
        public let response: TimestampResponse
        /// What it states and what checking it showed.
        public let report: TimestampReport
        /// The server that gave it; empty for one that was made elsewhere.
        public let url: String
        /// Why the servers before it were left, in their order; one sentence each.
        public let failures: [String]
    }

    private enum Source {
        case servers(any Fetcher)
        case given(GivenTimestamps)
    }

    /// The servers' URLs, best first; none for timestamps that were made elsewhere.
    public let urls: [String]
    private let source: Source
    private let verifier: TimestampVerifier
    private let demandsTrust: Bool

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - urls: The servers' URLs, best first.
    ///   - fetcher: Has credentials and policy.
    ///   - verifier: Checks the tokens.
    ///   - demandsTrust: Whether a token of an authority that the verifier does not trust is none, and the next server is
    ///     asked; otherwise the caller decides.
    public init(urls: [String], fetcher: any Fetcher, verifier: TimestampVerifier, demandsTrust: Bool = false) {
        self.urls = urls
        source = .servers(fetcher)
        self.verifier = verifier
        self.demandsTrust = demandsTrust
    }

    /// Makes a client that asks no server.
    ///
    /// - Parameters:
    ///   - given: The timestamps; one counts for what it is about.
    ///   - verifier: Checks the tokens.
    ///   - demandsTrust: Whether a token of an authority that the verifier does not trust is refused.
    public init(given: GivenTimestamps, verifier: TimestampVerifier, demandsTrust: Bool = false) {
        urls = []
        source = .given(given)
        self.verifier = verifier
        self.demandsTrust = demandsTrust
    }

    /// Whether servers are asked, so that a timestamp may be about what is written only now.
    package var asksServers: Bool {
        if case .servers = source { true } else { false }
    }

    /// Gets a token.
    ///
    /// - Parameters:
    ///   - imprint: What is timestamped.
    ///   - policy: The policy that the authority must follow; nil for its own choice.
    /// - Returns: The token of the first server that gives one that is intact, and trusted if that is demanded; or the one
    ///   that was given.
    /// - Throws: ``DocumentError/Code/notTrusted`` if the only tokens that are intact are of authorities that are not
    ///   trusted; ``DocumentError/Code/refused`` if no server gives a token that is intact and answers the request, with
    ///   each server's reason, and if none was given over this imprint; ``DocumentError/Code/unreachable`` if none could be
    ///   reached; ``DocumentError/Code/cryptographyFailed`` without random numbers.
    public func timestamp(_ imprint: MessageImprint, policy: OID? = nil) throws(DocumentError) -> Outcome {
        switch source {
        case .servers(let fetcher): try ask(fetcher, imprint, policy)
        case .given(let given): try take(given, imprint, policy)
        }
    }

    private func ask(
        _ fetcher: any Fetcher,
        _ imprint: MessageImprint,
        _ policy: OID?
    ) throws(DocumentError) -> Outcome {
        var failures: [String] = []
        var isReached = urls.isEmpty
        var isDenied = false
        for url in urls {
            let nonce = try TimestampRequest.randomNonce()
            let request = TimestampRequest(imprint, policy: policy, nonce: nonce)
            do {
                let body = try fetcher.fetch(
                    FetchRequest(url: url, kind: .timestamp, body: request.derRepresentation, isFromCertificate: false),
                    limit: TimestampResponse.sizeLimit
                )
                let response = try TimestampResponse(derRepresentation: body)
                let report = try verifier.verify(token: response.token, request: request)
                guard demandsTrust ? report.isValid : report.isIntact else {
                    isReached = true
                    isDenied = isDenied || report.isIntact
                    failures.append("\(url): \(report.failures.first ?? "its token is not intact")")
                    continue
                }
                return Outcome(response: response, report: report, url: url, failures: failures)
            } catch let error as DocumentError {
                failures.append("\(url): \(error.context)")
                isReached = true
            } catch {
                let failure = error as? FetchError
                failures.append(failure?.sentence(about: url) ?? "\(url): \(error)")
                isReached = isReached || failure?.code != .unreachable && failure?.code != .timedOut
            }
        }
        throw DocumentError(
            isDenied ? .notTrusted : isReached ? .refused : .unreachable,
            failures.isEmpty ? "no timestamp server was specified" : failures.joined(separator: "; ")
        )
    }

    private func take(
        _ given: GivenTimestamps,
        _ imprint: MessageImprint,
        _ policy: OID?
    ) throws(DocumentError) -> Outcome {
        for response in given.responses {
            let report: TimestampReport
            do {
                report = try verifier.verify(token: response.token, imprint: nil)
            } catch let error as DocumentError {
                throw error
            } catch {
                throw DocumentError(.malformed, "timestamp: \(error)")
            }
            guard report.info.imprint == imprint else { continue }
            if let policy, policy != report.info.policy {
                throw DocumentError(.refused, "the timestamp follows the policy \(report.info.policy), not \(policy)")
            }
            guard demandsTrust ? report.isValid : report.isIntact else {
                let why = report.failures.first ?? "its token is not intact"
                throw DocumentError(report.isIntact ? .notTrusted : .refused, "the timestamp is not accepted: \(why)")
            }
            return Outcome(response: response, report: report, url: "", failures: [])
        }
        given.note(imprint)
        let count = given.responses.count
        let none = count == 0 ? "no timestamp was given" : "none of the \(count) timestamps matches it"
        throw DocumentError(.refused, "\(none): a timestamp of its \(imprint.hash) digest is needed")
    }
}
