public import JetonValidation

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
        /// The document that holds the signature, with all that is in it by then.
        case document
    }

    /// What it is over.
    public let kind: Kind
    /// What it states; nil if it cannot be read.
    public let report: TimestampReport?
    /// Why it does not count; empty if it does.
    public let failures: [String]

    /// Makes a judgement.
    package init(kind: Kind, report: TimestampReport?, failures: [String]) {
        self.kind = kind
        self.report = report
        self.failures = failures
    }

    /// Whether it counts.
    public var isValid: Bool { failures.isEmpty && report != nil }

    /// The same timestamp, which does not count for a reason that is found elsewhere.
    package func refused(for reason: String) -> AssessedTimestamp {
        AssessedTimestamp(kind: kind, report: report, failures: failures + [reason])
    }
}
