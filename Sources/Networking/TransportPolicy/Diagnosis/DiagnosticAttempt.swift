package import JetonNetwork

/// What came of one connection with the demands of one dictionary.
package struct DiagnosticAttempt: Sendable {
    /// Whether the URL was loaded.
    package let passes: Bool
    /// Why not; nil if it was.
    package let failure: String?
    /// What was agreed on; nil without TLS, and without a handshake.
    package let facts: TLSFacts?
    /// Whether App Transport Security would allow it, and the trust in the server is what fails.
    package let isTrustFailure: Bool
    /// The response's status; nil without one.
    package let status: Int?
}
