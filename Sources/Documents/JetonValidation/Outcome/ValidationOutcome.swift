public import JetonASN1
public import JetonCMS

/// The outcome of validating a signature.
///
/// - SeeAlso: ETSI EN 319 102-1 V1.3.1, 5.1.3 and 5.1.4.
public struct ValidationOutcome: Hashable, Sendable {
    /// The main indication.
    public enum Indication: String, Hashable, Sendable {
        /// Every check passed.
        case totalPassed = "TOTAL-PASSED"
        /// What is at hand is not enough to decide.
        case indeterminate = "INDETERMINATE"
        /// The signature cannot be valid, whatever else becomes known.
        case totalFailed = "TOTAL-FAILED"
    }

    /// Why a signature did not pass; open, so that a new one breaks no caller.
    public struct SubIndication: RawRepresentable, Hashable, Sendable {
        /// The standard's name.
        public let rawValue: String

        /// Makes a sub-indication from the standard's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The document is not what was signed.
        public static let hashFailure = SubIndication(rawValue: "HASH_FAILURE")
        /// The signature value does not hold.
        public static let signatureFailure = SubIndication(rawValue: "SIG_CRYPTO_FAILURE")
        /// Attributes that a signature must have are missing or contradict each other.
        public static let constraintsFailure = SubIndication(rawValue: "SIG_CONSTRAINTS_FAILURE")
        /// What is signed is not at hand.
        public static let signedDataNotFound = SubIndication(rawValue: "SIGNED_DATA_NOT_FOUND")
        /// The format does not follow its standard.
        public static let formatFailure = SubIndication(rawValue: "FORMAT_FAILURE")
        /// The signing certificate is missing.
        public static let noSigningCertificate = SubIndication(rawValue: "NO_SIGNING_CERTIFICATE_FOUND")
        /// No path leads to a trust anchor.
        public static let noChain = SubIndication(rawValue: "NO_CERTIFICATE_CHAIN_FOUND")
        /// A path leads to an anchor, and breaks a rule.
        public static let chainConstraintsFailure = SubIndication(rawValue: "CHAIN_CONSTRAINTS_FAILURE")
        /// An algorithm or key is too weak or not supported, and nothing proves when the signature was made.
        public static let cryptoConstraintsFailure = SubIndication(rawValue: "CRYPTO_CONSTRAINTS_FAILURE_NO_POE")
        /// A certificate is outside its validity, and nothing proves that the signature is older.
        public static let outOfBounds = SubIndication(rawValue: "OUT_OF_BOUNDS_NO_POE")
        /// The signature existed before the certificate was valid.
        public static let notYetValid = SubIndication(rawValue: "NOT_YET_VALID")
        /// The signing certificate is revoked, and nothing proves that the signature is older.
        public static let revoked = SubIndication(rawValue: "REVOKED_NO_POE")
        /// An authority is revoked, and nothing proves that the signature is older.
        public static let authorityRevoked = SubIndication(rawValue: "REVOKED_CA_NO_POE")
        /// The revocation is not known: newer evidence may decide.
        public static let tryLater = SubIndication(rawValue: "TRY_LATER")
    }

    /// The main indication.
    public let indication: Indication
    /// Why it did not pass; nil if it did.
    public let subIndication: SubIndication?
    /// The reason, in a sentence for people.
    public let reason: String
    /// Each fact that the outcome rests on, one clause each.
    public let facts: [String]
    /// Whose revocation was not asked about, one clause each; they are among the facts.
    public let openRevocations: [String]
    /// The check of the signer that decided, whose finding says the same as the reason; nil if another rule did.
    public let check: VerificationFinding.Check?
    /// The time that the signature is known to have existed at: of the oldest valid timestamp, or of the validation.
    public let bestSignatureTime: UniversalTime

    /// Makes an outcome.
    public init(
        _ indication: Indication,
        _ subIndication: SubIndication? = nil,
        reason: String,
        facts: [String],
        openRevocations: [String] = [],
        check: VerificationFinding.Check? = nil,
        bestSignatureTime: UniversalTime
    ) {
        self.indication = indication
        self.subIndication = subIndication
        self.reason = reason
        self.facts = facts
        self.openRevocations = openRevocations
        self.check = check
        self.bestSignatureTime = bestSignatureTime
    }
}
