public import JetonX509

/// What one check of a signature showed.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
    /// A check; open, so that a new one breaks no caller.
    public struct Check: RawRepresentable, Hashable, Sendable {
        /// The check's name, stable for programs.
        public let rawValue: String

        /// Makes a check from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The signer's certificate is at hand.
        public static let signerCertificate = Check(rawValue: "signerCertificate")
        /// The signed attributes are whole: each that must or may be there is there once, with one value.
        public static let signedAttributes = Check(rawValue: "signedAttributes")
        /// The attribute contentType is the type of the content.
        public static let contentType = Check(rawValue: "contentType")
        /// The digest of the content is the one that was signed.
        public static let messageDigest = Check(rawValue: "messageDigest")
        /// What is signed is at hand.
        public static let signedData = Check(rawValue: "signedData")
        /// The signature is by the certificate's key.
        public static let signature = Check(rawValue: "signature")
        /// The algorithms are strong enough to prove anything.
        public static let algorithmStrength = Check(rawValue: "algorithmStrength")
        /// The attribute signing-certificate-v2 names the certificate that was used.
        public static let signingCertificate = Check(rawValue: "signingCertificate")
        /// The parts of the signature are there once, where they belong, and name each other.
        public static let structure = Check(rawValue: "structure")
        /// Each reference leads to one thing, by transforms that are supported.
        public static let references = Check(rawValue: "references")
        /// The certificate's keyUsage allows signatures.
        public static let keyUsage = Check(rawValue: "keyUsage")
        /// The certificate is trusted.
        public static let certificatePath = Check(rawValue: "certificatePath")

        /// Whether the check is about trust in the signer rather than about the octets.
        public var isAboutTrust: Bool { self == .keyUsage || self == .certificatePath }
    }

    /// How a check ended.
    public enum Outcome: String, Hashable, Sendable {
        /// It holds.
        case passed
        /// It does not hold.
        case failed
        /// It could not be made.
        case notChecked
    }

    /// Which check.
    public let check: Check
    /// How it ended.
    public let outcome: Outcome
    /// One clause for people: why, or what was found.
    public let detail: String
    /// Why the certificate is not trusted; nil for other checks, and for one that passed.
    public let reason: CertificatePathFailure.Reason?

    package init(check: Check, outcome: Outcome, detail: String, reason: CertificatePathFailure.Reason? = nil) {
        self.check = check
        self.outcome = outcome
        self.detail = detail
        self.reason = reason
    }

    /// One line for people.
    public var description: String { "\(check.rawValue) \(outcome.rawValue): \(detail)" }
}
