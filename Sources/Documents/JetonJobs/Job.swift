/// What a signed request says, read and not yet believed.
///
/// Times are seconds since 1970.
public struct Job: Hashable, Sendable {
    /// The most documents of one job.
    public static let documentLimit = 64

    /// The type that the answer to an issuer states.
    package static let resultType = "jeton.job-result/1"

    /// Which key is to sign.
    public enum Key: Hashable, Sendable {
        /// The key with this SHA-1 identifier, 20 bytes.
        case identifier([UInt8])
        /// The key whose certificate has this issuer, a name of RFC 4514.
        case issuer(String)
    }

    /// The job's own identifier, a UUID in lower case; of the older form, a SHA-256 digest in hexadecimal.
    public let identifier: String
    /// The origin that asks: `https://host` or `https://host:port`.
    public let issuer: String
    /// Which installations or keys the job is for.
    public let audience: [String]
    /// When it was made.
    public let issuedAt: Int64
    /// When it becomes valid.
    public let notBefore: Int64
    /// When it ends.
    public let expires: Int64
    /// What is asked for.
    public let operation: JobOperation
    /// What it is asked for; at least one, and none for ``JobOperation/enroll(subject:)`` and ``JobOperation/attach(_:)``.
    public let documents: [JobDocument]
    /// Which key is to sign; nil for an operation without a key.
    public let key: Key?
    /// A title in the words of the issuer.
    public let title: String
    /// A text in the words of the issuer; may be empty.
    public let text: String
    /// Where the answer goes; nil for nowhere.
    public let replyURL: String?
}
