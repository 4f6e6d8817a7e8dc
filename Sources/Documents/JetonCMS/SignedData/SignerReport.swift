public import JetonASN1
public import JetonX509

/// What the checks of one signer showed.
public struct SignerReport: Hashable, Sendable {
    /// How the message names the signer's certificate.
    public let identifier: SignerIdentifier
    /// The signer's certificate; nil if it is missing.
    public let certificate: Certificate?
    /// The certificates from the signer's up to the trust anchor, as far as they were found.
    public let certificatePath: [Certificate]
    /// Whether the last of them is a trust anchor.
    public let isAnchored: Bool
    /// When the signer says that it signed; proves nothing by itself.
    public let signingTime: UniversalTime?
    /// The hash of the content; nil if it is not known here.
    public let contentHash: HashAlgorithm?
    /// The object identifier of the signature's algorithm.
    public let signatureAlgorithm: OID
    /// The usual name of that algorithm, such as `ECDSA with SHA-256`; its object identifier if it has none here.
    public let signatureAlgorithmName: String
    /// What was signed with the content; empty if the content itself was signed.
    public let signedAttributes: [CMSAttribute]
    /// Signatures of others over this signature; whether they hold does not count for this one.
    public let counterSignatures: [SignerReport]
    /// What was added behind the signature and is not covered by it, such as time stamps.
    public let unsignedAttributes: [CMSAttribute]
    /// Every check, in the order they were made; never empty.
    public let findings: [VerificationFinding]

    /// Makes a report; formats besides CMS have no attributes.
    package init(
        identifier: SignerIdentifier,
        certificate: Certificate?,
        certificatePath: [Certificate],
        isAnchored: Bool,
        signingTime: UniversalTime?,
        contentHash: HashAlgorithm?,
        signatureAlgorithm: OID,
        signatureAlgorithmName: String,
        signedAttributes: [CMSAttribute] = [],
        counterSignatures: [SignerReport] = [],
        unsignedAttributes: [CMSAttribute] = [],
        findings: [VerificationFinding]
    ) {
        self.identifier = identifier
        self.certificate = certificate
        self.certificatePath = certificatePath
        self.isAnchored = isAnchored
        self.signingTime = signingTime
        self.contentHash = contentHash
        self.signatureAlgorithm = signatureAlgorithm
        self.signatureAlgorithmName = signatureAlgorithmName
        self.signedAttributes = signedAttributes
        self.counterSignatures = counterSignatures
        self.unsignedAttributes = unsignedAttributes
        self.findings = findings
    }

    /// The same report with signatures of others over this signature.
    package func countersigned(by others: [SignerReport]) -> SignerReport {
        SignerReport(
            identifier: identifier,
            certificate: certificate,
            certificatePath: certificatePath,
            isAnchored: isAnchored,
            signingTime: signingTime,
            contentHash: contentHash,
            signatureAlgorithm: signatureAlgorithm,
            signatureAlgorithmName: signatureAlgorithmName,
            signedAttributes: signedAttributes,
            counterSignatures: others,
            unsignedAttributes: unsignedAttributes,
            findings: findings
        )
    }

    /// Whether content, attributes and signature belong together, regardless of who the signer is.
    public var isIntact: Bool { findings.allSatisfy { $0.check.isAboutTrust || $0.outcome == .passed } }

    /// Whether the signer's certificate is trusted and may sign.
    public var isTrusted: Bool {
        findings.allSatisfy { !$0.check.isAboutTrust || $0.outcome == .passed }
            && findings.contains { $0.check == .certificatePath }
    }

    /// Whether every check passed.
    public var isValid: Bool { isIntact && isTrusted }

    /// The checks that did not pass.
    public var failures: [VerificationFinding] { findings.filter { $0.outcome != .passed } }
}
