public import Validation

/// A timestamp of a signer, and what checking it showed.
public struct AssessedTimestamp: Hashable, Sendable {
    /// What a timestamp is over.
    public enum Kind: String, Hashable, Sendable {
        /// The content, before it was signed.
        case content
        /// The signature.
        case signature
        /// The signature, the certificates, the evidence, and the timestamps before.
        case archive
    }

    /// What it is over.
    public let kind: Kind
    /// What it states; nil if it cannot be read.
    public let report: TimestampReport?
    /// Why it does not count; empty if it does.
    public let failures: [String]

    /// Whether it counts.
    public var isValid: Bool { failures.isEmpty && report != nil }
}
