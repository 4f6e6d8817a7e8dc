/// Something in a policy that does not do what its writer expects.
public struct TransportFinding: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable {
        /// The file can't be read, an entry has no effect, or connections will fail.
        case error
        /// It works, but is more than is needed, or obsolete.
        case warning
    }

    /// Which rule found it.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The file is not a property list, nor JSON.
        case malformed
        /// No dictionary of App Transport Security stands in the file.
        case missing
        /// A key that App Transport Security does not have.
        case unknownKey = "unknown-key"
        /// A key that is almost one of App Transport Security's.
        case misspelledKey = "misspelled-key"
        /// A known key in the wrong dictionary.
        case misplacedKey = "misplaced-key"
        /// A key of an older system.
        case obsoleteKey = "obsolete-key"
        /// A key that stands twice.
        case repeatedKey = "repeated-key"
        /// A value of another type.
        case wrongType = "wrong-type"
        /// A name of a TLS version that is not read.
        case unknownVersion = "unknown-version"
        /// A name of a domain that fits no host.
        case domainName = "domain-name"
        /// A pin that is not the base64 form of a SHA-256 digest.
        case pin
        /// An entry that changes nothing.
        case noEffect = "no-effect"
        /// An entry that allows more than a narrower one would.
        case tooWide = "too-wide"
    }

    /// Which rule found it.
    public let rule: Rule
    /// How much it matters.
    public let severity: Severity
    /// The line, from 1.
    public let line: Int
    /// What is wrong, as one clause.
    public let summary: String
    /// What to change.
    public let hint: String
}
