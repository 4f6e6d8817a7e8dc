/// Types, attributes and extensions of CMS and X.509, under the names their standards give them.
extension OID {
    // MARK: - CMS

    /// id-data: RFC 5652, 4.
    public static let data = OID(1, 2, 840, 113_549, 1, 7, 1)
    /// id-signedData: RFC 5652, 5.1.
    public static let signedData = OID(1, 2, 840, 113_549, 1, 7, 2)
    /// The attribute content-type: RFC 5652, 11.1.
    public static let contentType = OID(1, 2, 840, 113_549, 1, 9, 3)
    /// The attribute message-digest: RFC 5652, 11.2.
    public static let messageDigest = OID(1, 2, 840, 113_549, 1, 9, 4)
    /// The attribute signing-time: RFC 5652, 11.3.
    public static let signingTime = OID(1, 2, 840, 113_549, 1, 9, 5)
    /// The attribute signing-certificate-v2: RFC 5035, 3.
    public static let signingCertificateV2 = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 47)

    /// The attribute countersignature: RFC 5652, 11.4.
    public static let counterSignature = OID(1, 2, 840, 113_549, 1, 9, 6)
    /// An OCSP response among revocation lists: id-ri-ocsp-response of RFC 5940, 2.1.
    public static let ocspRevocation = OID(1, 3, 6, 1, 5, 5, 7, 16, 2)

    // MARK: - CAdES

    /// The attribute signature-time-stamp: id-aa-signatureTimeStampToken of RFC 3161, appendix A.
    public static let signatureTimestamp = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 14)
    /// The attribute content-time-stamp: id-aa-ets-contentTimestamp of EN 319 122-1, 5.2.8.
    public static let contentTimestamp = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 20)
    /// The attribute signature-policy-identifier: id-aa-ets-sigPolicyId of EN 319 122-1, 5.2.9.
    public static let signaturePolicy = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 15)
    /// The attribute commitment-type-indication: ETSI EN 319 122-1, 5.2.3.
    public static let commitmentType = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 16)
    /// The attribute signer-location: ETSI EN 319 122-1, 5.2.5.
    public static let signerLocation = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 17)
    /// The qualifier of a signature policy that says where its text is: id-spq-ets-uri of EN 319 122-1, 5.2.9.
    public static let signaturePolicyURI = OID(1, 2, 840, 113_549, 1, 9, 16, 5, 1)
    /// The attribute certificate-values: id-aa-ets-certValues of EN 319 122-1, A.1.1.2.
    public static let certificateValues = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 23)
    /// The attribute revocation-values: id-aa-ets-revocationValues of EN 319 122-1, A.1.2.2.
    public static let revocationValues = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 24)
    /// The attribute archive-time-stamp-v3: id-aa-ets-archiveTimestampV3 of EN 319 122-1, 5.5.3.
    public static let archiveTimestamp = OID(0, 4, 0, 1733, 2, 4)
    /// The attribute ats-hash-index-v3: id-aa-ATSHashIndex-v3 of EN 319 122-1, 5.5.2.
    public static let archiveHashIndex = OID(0, 4, 0, 19122, 1, 5)

    // MARK: - PKCS #9 attributes and X.509 extensions

    /// The attribute extensionRequest of PKCS #10: RFC 2985, 5.4.2.
    public static let extensionRequest = OID(1, 2, 840, 113_549, 1, 9, 14)
    /// The extension subjectKeyIdentifier: RFC 5280, 4.2.1.2.
    public static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    /// The extension keyUsage: RFC 5280, 4.2.1.3.
    public static let keyUsage = OID(2, 5, 29, 15)
    /// The extension subjectAlternativeName: RFC 5280, 4.2.1.6.
    public static let subjectAlternativeName = OID(2, 5, 29, 17)
    /// The extension basicConstraints: RFC 5280, 4.2.1.9.
    public static let basicConstraints = OID(2, 5, 29, 19)
    /// The extension nameConstraints: RFC 5280, 4.2.1.10.
    public static let nameConstraints = OID(2, 5, 29, 30)
    /// The extension cRLDistributionPoints: RFC 5280, 4.2.1.13.
    public static let cRLDistributionPoints = OID(2, 5, 29, 31)
    /// The extension certificatePolicies: RFC 5280, 4.2.1.4.
    public static let certificatePolicies = OID(2, 5, 29, 32)
    /// Every policy: anyPolicy of RFC 5280, 4.2.1.4.
    public static let anyPolicy = OID(2, 5, 29, 32, 0)
    /// A policy qualifier, the address of a certification practice statement: id-qt-cps of RFC 5280, 4.2.1.4.
    public static let practiceStatement = OID(1, 3, 6, 1, 5, 5, 7, 2, 1)
    /// A policy qualifier, a text for users: id-qt-unotice of RFC 5280, 4.2.1.4.
    public static let userNotice = OID(1, 3, 6, 1, 5, 5, 7, 2, 2)
    /// The extension policyMappings: RFC 5280, 4.2.1.5.
    public static let policyMappings = OID(2, 5, 29, 33)
    /// The extension policyConstraints: RFC 5280, 4.2.1.11.
    public static let policyConstraints = OID(2, 5, 29, 36)
    /// The extension inhibitAnyPolicy: RFC 5280, 4.2.1.14.
    public static let inhibitAnyPolicy = OID(2, 5, 29, 54)
    /// The extension authorityKeyIdentifier: RFC 5280, 4.2.1.1.
    public static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    /// The extension extendedKeyUsage: RFC 5280, 4.2.1.12.
    public static let extendedKeyUsage = OID(2, 5, 29, 37)
    /// The extension authorityInfoAccess: RFC 5280, 4.2.2.1.
    public static let authorityInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 1)

    // MARK: - Revocation

    /// The list extension cRLNumber: RFC 5280, 5.2.3.
    public static let cRLNumber = OID(2, 5, 29, 20)
    /// The entry extension reasonCode: RFC 5280, 5.3.1.
    public static let reasonCode = OID(2, 5, 29, 21)
    /// The list extension deltaCRLIndicator: RFC 5280, 5.2.4.
    public static let deltaCRLIndicator = OID(2, 5, 29, 27)
    /// The list extension issuingDistributionPoint: RFC 5280, 5.2.5.
    public static let issuingDistributionPoint = OID(2, 5, 29, 28)
    /// The entry extension certificateIssuer: RFC 5280, 5.3.3.
    public static let certificateIssuer = OID(2, 5, 29, 29)
    /// The extension freshestCRL: RFC 5280, 4.2.1.15.
    public static let freshestCRL = OID(2, 5, 29, 46)
    /// The access method of OCSP: id-ad-ocsp of RFC 5280, 4.2.2.1.
    public static let ocspAccess = OID(1, 3, 6, 1, 5, 5, 7, 48, 1)
    /// The access method of issuers' certificates: id-ad-caIssuers of RFC 5280, 4.2.2.1.
    public static let issuersAccess = OID(1, 3, 6, 1, 5, 5, 7, 48, 2)
    /// The basic OCSP response: id-pkix-ocsp-basic of RFC 6960, 4.2.1.
    public static let ocspBasic = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)
    /// The nonce of OCSP: id-pkix-ocsp-nonce of RFC 6960, 4.4.1.
    public static let ocspNonce = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 2)
    /// The extension of responders that are not checked: id-pkix-ocsp-nocheck of RFC 6960, 4.2.2.2.1.
    public static let ocspNoCheck = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 5)

    // MARK: - Timestamps

    /// The content of a timestamp: id-ct-TSTInfo of RFC 3161, 2.4.2.
    public static let tstInfo = OID(1, 2, 840, 113_549, 1, 9, 16, 1, 4)
    /// The attribute signing-certificate: RFC 2634, 5.4.
    public static let signingCertificate = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 12)

    // MARK: - Names

    /// The name form SmtpUTF8Mailbox: id-on-SmtpUTF8Mailbox of RFC 9598, 3.
    public static let smtpUTF8Mailbox = OID(1, 3, 6, 1, 5, 5, 7, 8, 9)

    // MARK: - Extended key usages

    /// Every purpose: anyExtendedKeyUsage of RFC 5280, 4.2.1.12.
    public static let anyExtendedKeyUsage = OID(2, 5, 29, 37, 0)
    /// TLS servers: id-kp-serverAuth of RFC 5280, 4.2.1.12.
    public static let serverAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    /// TLS clients: id-kp-clientAuth of RFC 5280, 4.2.1.12.
    public static let clientAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    /// Code: id-kp-codeSigning of RFC 5280, 4.2.1.12.
    public static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    /// E-mail: id-kp-emailProtection of RFC 5280, 4.2.1.12.
    public static let emailProtection = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
    /// Time stamps: id-kp-timeStamping of RFC 5280, 4.2.1.12.
    public static let timeStamping = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
    /// Documents: id-kp-documentSigning of RFC 9336.
    public static let documentSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 36)
    /// Answers about revocation: id-kp-OCSPSigning of RFC 5280, 4.2.1.12.
    public static let ocspSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
    /// Documents, by Microsoft: szOID_KP_DOCUMENT_SIGNING.
    public static let microsoftDocumentSigning = OID(1, 3, 6, 1, 4, 1, 311, 10, 3, 12)
    /// Documents, by Adobe: authentic documents trust.
    public static let adobeAuthenticDocumentsTrust = OID(1, 2, 840, 113_583, 1, 1, 5)
}
