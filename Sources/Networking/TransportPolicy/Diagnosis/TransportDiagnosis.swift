package import JetonNetwork
package import JetonX509

/// What a server needs of App Transport Security.
package struct TransportDiagnosis: Sendable {
    /// One set of exceptions that was tried on the way to the smallest one.
    package struct Trial: Sendable {
        /// The set.
        package let set: ExceptionSet
        /// What came of it.
        package let attempt: DiagnosticAttempt
    }

    /// The URL.
    package let url: HTTPURL
    /// nscurl's rows.
    package let rows: [(row: DiagnosticRow, attempt: DiagnosticAttempt)]
    /// The sets that were tried, the strictest first, up to the first that passes.
    package let trials: [Trial]
    /// The policy that was given, and what came of it; nil without one.
    package let policy: DiagnosticAttempt?
    /// What the server has; nil for an `http` URL, and if it was not asked.
    package let capabilities: ServerCapabilities?

    /// The smallest set that passes; nil if none does.
    package var smallest: ExceptionSet? { trials.last.flatMap { $0.attempt.passes ? $0.set : nil } }
    /// The sets that are stricter than the smallest; each was tried and failed.
    package var refuted: [Trial] {
        guard let smallest else { return [] }
        return trials.filter { $0.set.isStricter(than: smallest) }
    }
    /// Whether the host needs no exception because it is one of the local network.
    package var isLocal: Bool {
        guard case .localNetwork = ExceptionSet().security(for: url.host).demand(for: url.host).reason else {
            return false
        }
        return true
    }
    /// The server's certificates, its own first; none if it sent none that can be read.
    package var certificates: [Certificate] {
        if let facts = trials.compactMap(\.attempt.facts).last { return facts.peerCertificates }
        return (capabilities?.certificates ?? []).compactMap { try? Certificate(derRepresentation: $0) }
    }
    /// What the server's operator changes so that no exception is needed.
    package var advice: [ServerAdvice] { ServerAdvice.all(for: self) }
}
