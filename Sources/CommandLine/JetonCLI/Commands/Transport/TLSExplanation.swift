internal import JetonNetwork
internal import JetonX509
internal import TransportPolicy

/// What is known of a server's TLS, in words and as JSON.
struct TLSExplanation {
    private let url: HTTPURL
    private let capabilities: ServerCapabilities
    private let examination: TLSExamination?
    private let failure: NetworkError?
    /// The certificates on tokens, compared with what the server asks for.
    var candidates: [TokenCertificates.Candidate] = []
    /// Why modules that were named could not be asked for their tokens.
    var moduleFailures: [any Error] = []

    /// Connects to the server.
    ///
    /// - Throws: `NetworkError` if there is no connection.
    init(client: HTTPClient, url: HTTPURL) throws(NetworkError) {
        self.url = url
        capabilities = try HelloProber(client: client, url: url).capabilities()
        var made: TLSExamination?
        var failure: NetworkError?
        do throws(NetworkError) {
            // Whatever libssl has: nothing is sent to a server that is not trusted.
            made = try client.examine(url, rules: ExceptionSet.arbitraryLoads.security(for: "").demand(for: "").rules)
        } catch {
            failure = error
        }
        examination = made
        self.failure = failure
    }

    private var facts: TLSFacts? { examination?.facts }

    /// Whether the handshake was made and the server is trusted.
    var isTrusted: Bool { examination.map { $0.distrust == nil } ?? false }

    /// Whether the server asks for a client certificate; nil if no handshake came far enough to tell.
    var isCertificateRequested: Bool? {
        if facts?.isCertificateRequested == true || capabilities.certificateRequest != nil { return true }
        return facts != nil || capabilities.hasWholeFlight ? false : nil
    }

    /// The authorities whose certificates it accepts.
    var authorities: [DistinguishedName] {
        if let facts, !facts.authorities.isEmpty { return facts.authorities }
        return (capabilities.certificateRequest?.authorities ?? []).compactMap {
            try? DistinguishedName(derRepresentation: $0)
        }
    }

    /// The server's certificates, its own first.
    private var chain: [Certificate] {
        facts?.peerCertificates ?? capabilities.certificates.compactMap { try? Certificate(derRepresentation: $0) }
    }

    // MARK: - Words

    /// The text.
    var lines: [String] {
        var lines = ["versions: \(words(capabilities.versions.filter(\.isAccepted).map(\.name)))"]
        let classes = CipherSuiteClass.allCases.filter { capabilities.suites[$0] != nil }
        if !classes.isEmpty { lines.append("suites before TLS 1.3: \(classes.map(described).joined(separator: ", "))") }
        if let facts {
            let group = facts.group.map { ", \($0)" } ?? ""
            lines.append("agreed on: \(facts.version), \(facts.suite)\(group)")
        } else if let failure {
            lines.append("agreed on: nothing; \(failure)")
        }
        for (index, certificate) in chain.enumerated() {
            lines += ServerCertificateReport.lines(certificate, number: index + 1)
        }
        if let examination { lines.append("trust: \(examination.distrust ?? "the server is trusted")") }
        return lines + clientLines
    }

    private func described(_ kind: CipherSuiteClass) -> String {
        let bits = capabilities.suites[kind]?.primeBits.map { " of \($0) bits" } ?? ""
        return kind.rawValue + bits
    }

    private func words(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

    private var clientLines: [String] {
        guard let isCertificateRequested else { return ["client certificate: unknown, without a handshake"] }
        guard isCertificateRequested else { return ["client certificate: the server does not ask for one"] }
        var lines = ["client certificate: the server asks for one"]
        let authorities = authorities
        if authorities.isEmpty { lines.append("    of any authority") }
        lines += authorities.map { "    of \($0)" }
        if candidates.isEmpty {
            lines.append(moduleFailures.isEmpty ? "your tokens: no certificate" : "your tokens: unknown")
        }
        for candidate in candidates {
            lines.append("your token '\(candidate.token)', certificate '\(candidate.label)':")
            lines.append("    \(candidate.certificate.subject)")
            lines += candidate.fit.fits ? ["    fits"] : candidate.fit.reasons.map { "    does not fit: \($0)" }
        }
        return lines
    }

    // MARK: - JSON

    /// The members of the document.
    var members: JSON.Members {
        [
            "url": url.description,
            "versions": capabilities.versions.filter(\.isAccepted).map { $0.name },
            "suites": JSON.array(
                CipherSuiteClass.allCases.compactMap { kind in
                    capabilities.suites[kind].map { answer in
                        .object([
                            "class": kind.rawValue, "suite": answer.suite.map(CipherSuiteName.name),
                            "group": answer.group.map(TLSGroup.name), "primeBits": answer.primeBits.map { UInt($0) },
                        ])
                    }
                }
            ), "version": facts?.version.description, "suite": facts?.suite, "group": facts?.group,
            "failure": failure?.description, "trusted": isTrusted, "distrust": examination?.distrust,
            "certificates": chain.map(ServerCertificateReport.json),
            "certificateRequested": isCertificateRequested,
            "authorities": authorities.map { $0.description },
            "candidates": JSON.array(candidates) { candidate in
                .object([
                    "token": candidate.token, "label": candidate.label,
                    "subject": candidate.certificate.subject.description, "fits": candidate.fit.fits,
                    "reasons": candidate.fit.reasons,
                ])
            },
        ]
    }
}
