/// Object identifiers that this module knows, under the names their standards give them.
extension OID {
    // MARK: - Hash algorithms (RFC 5754, RFC 3370)

    static let sha1 = OID(1, 3, 14, 3, 2, 26)
    static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)

    // MARK: - Public keys and signatures (RFC 3279, 4055, 5480, 5758, 8410)

    static let rsaEncryption = OID(1, 2, 840, 113_549, 1, 1, 1)
    static let mgf1 = OID(1, 2, 840, 113_549, 1, 1, 8)
    static let rsassaPSS = OID(1, 2, 840, 113_549, 1, 1, 10)
    static let sha1WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 5)
    static let sha256WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 11)
    static let sha384WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 12)
    static let sha512WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 13)
    static let ecPublicKey = OID(1, 2, 840, 10_045, 2, 1)
    static let ecdsaWithSHA1 = OID(1, 2, 840, 10_045, 4, 1)
    static let ecdsaWithSHA256 = OID(1, 2, 840, 10_045, 4, 3, 2)
    static let ecdsaWithSHA384 = OID(1, 2, 840, 10_045, 4, 3, 3)
    static let ecdsaWithSHA512 = OID(1, 2, 840, 10_045, 4, 3, 4)
    static let ed25519 = OID(1, 3, 101, 112)

    // MARK: - CMS (RFC 5652, RFC 5035)

    static let data = OID(1, 2, 840, 113_549, 1, 7, 1)
    static let signedData = OID(1, 2, 840, 113_549, 1, 7, 2)
    static let contentType = OID(1, 2, 840, 113_549, 1, 9, 3)
    static let messageDigest = OID(1, 2, 840, 113_549, 1, 9, 4)
    static let signingTime = OID(1, 2, 840, 113_549, 1, 9, 5)
    static let signingCertificateV2 = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 47)

    // MARK: - PKCS #9 attributes and X.509 extensions (RFC 2985, RFC 5280)

    static let extensionRequest = OID(1, 2, 840, 113_549, 1, 9, 14)
    static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    static let keyUsage = OID(2, 5, 29, 15)
    static let subjectAlternativeName = OID(2, 5, 29, 17)
    static let basicConstraints = OID(2, 5, 29, 19)
    static let nameConstraints = OID(2, 5, 29, 30)
    static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    static let extendedKeyUsage = OID(2, 5, 29, 37)
    static let smtpUTF8Mailbox = OID(1, 3, 6, 1, 5, 5, 7, 8, 9)

    // MARK: - Extended key usages

    /// TLS server authentication: id-kp-serverAuth of RFC 5280, 4.2.1.12.
    public static let serverAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    /// TLS client authentication: id-kp-clientAuth of RFC 5280, 4.2.1.12.
    public static let clientAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    /// Signing of code: id-kp-codeSigning of RFC 5280, 4.2.1.12.
    public static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    /// Protection of e-mail: id-kp-emailProtection of RFC 5280, 4.2.1.12.
    public static let emailProtection = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
    /// Time stamps: id-kp-timeStamping of RFC 5280, 4.2.1.12.
    public static let timeStamping = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
    /// Signing of documents: id-kp-documentSigning of RFC 9336.
    public static let documentSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 36)
    /// Every purpose: anyExtendedKeyUsage of RFC 5280, 4.2.1.12.
    public static let anyExtendedKeyUsage = OID(2, 5, 29, 37, 0)
    /// Answers about revocation: id-kp-OCSPSigning of RFC 5280, 4.2.1.12.
    public static let ocspSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
    /// Signing of documents, Microsoft's: szOID_KP_DOCUMENT_SIGNING.
    public static let microsoftDocumentSigning = OID(1, 3, 6, 1, 4, 1, 311, 10, 3, 12)
    /// Signing of documents, Adobe's: authentic documents trust.
    public static let adobeAuthenticDocumentsTrust = OID(1, 2, 840, 113_583, 1, 1, 5)

    private static let usageNames: [OID: String] = [
        serverAuth: "serverAuth", clientAuth: "clientAuth", codeSigning: "codeSigning",
        emailProtection: "emailProtection", timeStamping: "timeStamping", documentSigning: "documentSigning",
        anyExtendedKeyUsage: "anyExtendedKeyUsage", ocspSigning: "OCSPSigning",
        microsoftDocumentSigning: "Microsoft document signing",
        adobeAuthenticDocumentsTrust: "Adobe authentic documents trust",
    ]

    /// The name of an extended key usage; the dotted text of one without a name here.
    var usageName: String { OID.usageNames[self] ?? description }
}
