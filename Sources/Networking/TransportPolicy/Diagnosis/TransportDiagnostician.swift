import JetonASN1
package import JetonNetwork
import JetonX509

/// Finds what a server needs of App Transport Security, by connections to it.
///
/// Dictionaries that demand the same share one connection. The smallest set is the first of
/// ``ExceptionSet/candidates`` that passes, each stricter one having failed in a handshake of its own.
package struct TransportDiagnostician {
    private let client: HTTPClient
    private let url: HTTPURL
    private let hasSystemTrust: Bool
    private var attempts: [TransportDemand: DiagnosticAttempt] = [:]

    /// Prepares a diagnosis.
    ///
    /// - Parameters:
    ///   - client: Makes the connections; its trust decides about the server.
    ///   - url: What is loaded.
    ///   - hasSystemTrust: Whether the trust is the system's, whose certificates may be valid for 398 days only.
    package init(client: HTTPClient, url: HTTPURL, hasSystemTrust: Bool) {
        self.client = client
        self.url = url
        self.hasSystemTrust = hasSystemTrust
    }

    /// Makes the connections.
    ///
    /// - Parameters:
    ///   - policy: A policy to try too; nil for none.
    ///   - asksServer: Whether the server's versions and suites are found out as well.
    /// - Returns: The rows, the smallest set, and what the server has.
    /// - Throws: ``NetworkError`` if there is no connection at all.
    package mutating func run(
        policy: TransportSecurity? = nil,
        asksServer: Bool = true
    ) throws(NetworkError) -> TransportDiagnosis {
        var trials: [TransportDiagnosis.Trial] = []
        for set in url.isSecure ? ExceptionSet.candidates : ExceptionSet.candidatesForPlainHTTP {
            let trial = TransportDiagnosis.Trial(set: set, attempt: try attempt(set.security(for: url.host)))
            trials.append(trial)
            if trial.attempt.passes { break }
        }
        var rows: [(row: DiagnosticRow, attempt: DiagnosticAttempt)] = []
        for row in DiagnosticRow.all(for: url.host) {
            rows.append((row, try attempt(row.set.security(for: url.host))))
        }
        var given: DiagnosticAttempt?
        if var policy {
            policy.hasBuiltInExceptions = true
            given = try attempt(policy)
        }
        var capabilities: ServerCapabilities?
        if url.isSecure, asksServer { capabilities = try HelloProber(client: client, url: url).capabilities() }
        return TransportDiagnosis(
            url: url,
            rows: rows,
            trials: trials,
            policy: given,
            capabilities: capabilities
        )
    }

    /// Loads the URL once under a policy.
    package mutating func attempt(_ security: TransportSecurity) throws(NetworkError) -> DiagnosticAttempt {
        var demand = security.demand(for: url.host)
        // The reason does not matter to the server.
        demand.reason = .standard
        if let known = attempts[demand] { return known }
        let made = try load(demand)
        attempts[demand] = made
        return made
    }

    private func load(_ demand: TransportDemand) throws(NetworkError) -> DiagnosticAttempt {
        guard url.isSecure || demand.allowsPlainHTTP else {
            return failed("plain HTTP is not allowed")
        }
        let examination: TLSExamination
        do throws(NetworkError) {
            examination = try client.examine(url, rules: demand.rules)
        } catch {
            let isHandshake: [NetworkError.Code] = [.tlsFailed, .tlsRefused, .connectionClosed]
            guard isHandshake.contains(error.code) else { throw error }
            return failed(error.description)
        }
        if let reason = examination.distrust ?? objection(to: examination.facts?.peerCertificates ?? []) {
            return failed(reason, examination.facts, isTrustFailure: true)
        }
        switch examination.response {
        case .success(let head)?:
            return DiagnosticAttempt(
                passes: true,
                failure: nil,
                facts: examination.facts,
                isTrustFailure: false,
                status: head.status
            )
        case .failure(let error)?: return failed(error.description, examination.facts)
        case nil: return failed("the server was not contacted", examination.facts)
        }
    }

    private func failed(
        _ reason: String,
        _ facts: TLSFacts? = nil,
        isTrustFailure: Bool = false
    ) -> DiagnosticAttempt {
        DiagnosticAttempt(passes: false, failure: reason, facts: facts, isTrustFailure: isTrustFailure, status: nil)
    }

    /// What Apple's systems refuse in certificates beyond the rules of the path, whatever the policy allows.
    ///
    /// - SeeAlso: Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15" and "About upcoming limits on
    ///   trusted certificates".
    private func objection(to certificates: [Certificate]) -> String? {
        for certificate in certificates {
            if case .ellipticCurve = certificate.publicKey.kind, let bits = certificate.publicKey.bitCount, bits < 256 {
                return "the key of \(certificate.subject) has \(bits) bits, but at least 256 are required"
            }
        }
        guard let own = certificates.first else { return nil }
        let seconds = own.notAfter.secondsSince1970 - own.notBefore.secondsSince1970
        let days = (seconds + 86_399) / 86_400
        // 2020-09-01 and 2019-07-01.
        let isOfNewRule = hasSystemTrust && own.notBefore.secondsSince1970 >= 1_598_918_400
        let isOfOldRule = hasSystemTrust || own.notBefore.secondsSince1970 > 1_561_939_200
        let limit: Int64? = isOfNewRule ? 398 * 86_400 : isOfOldRule ? 825 * 86_400 + 3_600 : nil
        guard let limit, seconds > limit else { return nil }
        return "the certificate is valid for \(days) days, more than the maximum of \(limit / 86_400)"
    }
}
