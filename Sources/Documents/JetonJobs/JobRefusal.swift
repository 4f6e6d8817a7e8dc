public import JetonOctets

/// Why a job is not done: the first of the checks that failed, in their fixed order.
public struct JobRefusal: CodedError {
    /// The check that failed.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// More than 1 MiB.
        case size
        /// Not a message of CMS with its content and one signer.
        case form
        /// The signature does not hold, or names no certificate.
        case signature
        /// The signer's certificate is not below one that is trusted for jobs, or may not sign them.
        case signer
        /// The content is something else than a job.
        case contentType
        /// The content does not follow the schema of jobs.
        case content
        /// A text for people has characters that would change how the rest is shown.
        case text
        /// Too early, too late, or valid for too long.
        case time
        /// The job is for another installation.
        case audience
        /// The issuer is not the one that the certificate names, or not the one that the certificate is trusted for.
        case issuer
        /// A URL is not one of the issuer's.
        case url
        /// The operation is not allowed to the issuer.
        case operation
        /// The job was taken before.
        case replay
        /// A document is not the one that the job names.
        case document
        /// The key is not on the token, or is another one.
        case key
        /// The person did not agree.
        case declined
    }

    /// The check that failed.
    public let code: Code
    /// What is wrong; one clause.
    public let context: String

    /// Makes a refusal.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    /// One sentence for people.
    public var description: String { context }
}
