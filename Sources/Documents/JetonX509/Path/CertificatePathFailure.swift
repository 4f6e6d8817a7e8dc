/// Why a certificate, or one above it, is not trusted.
public struct CertificatePathFailure: Hashable, Sendable, CustomStringConvertible {
    /// The kind of reason; open, so that a new one breaks no caller.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable for programs.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The certificate of the issuer is missing.
        public static let issuerUnknown = Reason(rawValue: "issuerUnknown")
        /// The certificate signed itself and is not a trust anchor.
        public static let selfSigned = Reason(rawValue: "selfSigned")
        /// No certificate with the issuer's name has the key that signed.
        public static let signatureInvalid = Reason(rawValue: "signatureInvalid")
        /// The signature's algorithm or key is not supported.
        public static let signatureUnsupported = Reason(rawValue: "signatureUnsupported")
        /// The signature is over SHA-1.
        public static let algorithmWeak = Reason(rawValue: "algorithmWeak")
        /// The two algorithm fields differ.
        public static let algorithmAmbiguous = Reason(rawValue: "algorithmAmbiguous")
        /// The validity has not begun.
        public static let notYetValid = Reason(rawValue: "notYetValid")
        /// The validity is over.
        public static let expired = Reason(rawValue: "expired")
        /// An issuer is not an authority by its basicConstraints.
        public static let notAnAuthority = Reason(rawValue: "notAnAuthority")
        /// An issuer's keyUsage does not allow to sign certificates.
        public static let certificateSigningNotAllowed = Reason(rawValue: "certificateSigningNotAllowed")
        /// More authorities follow than an issuer's basicConstraints allows.
        public static let pathTooLong = Reason(rawValue: "pathTooLong")
        /// A critical extension is not processed.
        public static let criticalExtensionUnknown = Reason(rawValue: "criticalExtensionUnknown")
        /// An extension is there twice.
        public static let extensionDuplicated = Reason(rawValue: "extensionDuplicated")
        /// An extension that must be processed is malformed.
        public static let extensionMalformed = Reason(rawValue: "extensionMalformed")
        /// extendedKeyUsage does not allow the purpose.
        public static let purposeNotAllowed = Reason(rawValue: "purposeNotAllowed")
        /// An authority's nameConstraints do not allow a name.
        public static let nameNotAllowed = Reason(rawValue: "nameNotAllowed")
        /// An authority's nameConstraints are about a form of name, or a name, that cannot be compared.
        public static let nameNotComparable = Reason(rawValue: "nameNotComparable")
        /// The certificate is BER, where RFC 5280 allows DER only.
        public static let notDistinguished = Reason(rawValue: "notDistinguished")
        /// No certificate policy holds for the path, and one is required.
        public static let policyMissing = Reason(rawValue: "policyMissing")
        /// policyMappings map anyPolicy.
        public static let policyMappingInvalid = Reason(rawValue: "policyMappingInvalid")
        /// A key is too short: RSA and DSA below 2048 bits, an elliptic curve below 224 bits.
        public static let weakKey = Reason(rawValue: "weakKey")
        /// The trust settings of a `TRUSTED CERTIFICATE` refuse the purpose.
        public static let anchorRefused = Reason(rawValue: "anchorRefused")
        /// The search was given up: too many certificates of one name or in one path, too many signatures, too many entries
        /// in an extension, or too much time.
        public static let searchTooLong = Reason(rawValue: "searchTooLong")
    }

    /// The kind of reason.
    public let reason: Reason
    /// The certificate it is about.
    public let certificate: Certificate
    /// One clause for people, about that certificate.
    public let detail: String

    init(_ reason: Reason, _ certificate: Certificate, _ detail: String) {
        self.reason = reason
        self.certificate = certificate
        self.detail = detail
    }

    /// One sentence for people.
    public var description: String { "'\(certificate)': \(detail)" }
}
