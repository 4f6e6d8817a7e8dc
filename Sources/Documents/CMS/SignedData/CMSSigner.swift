public import ASN1
public import X509

/// Who signs a CMS message, and what the signer states.
///
/// ``DetachedCMS`` and ``AttachedCMS`` make the message:
///
/// ```swift
/// let signer = CMSSigner(certificate: certificate, additionalCertificates: chain)
/// let algorithm = try signer.algorithm(for: key)
/// try DetachedCMS(signer: signer).sign(&file, key: key, algorithm: algorithm, to: &sink) { MemorySource($0.octets) }
/// ```
///
/// The content type is id-data. The key signs the attributes, not the content, so it is asked once, at the end.
///
/// - SeeAlso: RFC 5652, 5; RFC 5754; RFC 8419.
public struct CMSSigner: Sendable {
    /// The signer's certificate.
    public let certificate: Certificate
    /// Further certificates to put in, such as the issuers', in the caller's order without duplicates.
    public let additionalCertificates: [Certificate]
    /// How to sign; nil for the key's first algorithm that fits the certificate.
    public var algorithm: SignatureAlgorithm?
    /// The time to state in the signed attributes; nil leaves the attribute out.
    public var signingTime: UniversalTime?
    /// Whether the attribute signing-certificate-v2 of RFC 5035 names the certificate, as CAdES demands.
    public var namesCertificate = true

    /// Signed attributes besides content type, digest, time and certificate.
    public var furtherAttributes: [CMSAttribute] = []
    /// Gives further signed attributes that depend on the content, such as a timestamp over it.
    package var contentAttributes: (@Sendable (ContentDigest) throws(SigningError) -> [CMSAttribute])?
    /// Adds what comes behind the signature.
    package var completion: SignatureCompletion?

    /// Makes a signer for a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The one whose key signs.
    ///   - additionalCertificates: Put into the message behind it.
    ///   - signingTime: What the signer states; nil leaves it out.
    public init(
        certificate: Certificate,
        additionalCertificates: [Certificate] = [],
        signingTime: UniversalTime? = .now
    ) {
        self.certificate = certificate
        self.additionalCertificates = additionalCertificates
        self.signingTime = signingTime
    }

    /// The algorithm by which a key will sign, after a check that certificate and key belong together.
    ///
    /// - Throws: ``SigningError/Code/certificateMismatch``, ``SigningError/Code/unsupportedAlgorithm``.
    public func algorithm(
        for key: borrowing (some SigningKey & ~Copyable)
    ) throws(SigningError) -> SignatureAlgorithm {
        let publicKey = key.publicKey
        guard publicKey.kind == certificate.publicKey.kind else {
            throw SigningError(.certificateMismatch, "the certificate of '\(certificate)' is for another key")
        }
        guard let algorithm else { return try certificate.publicKey.preferredAlgorithm(of: key.algorithms) }
        guard key.algorithms.contains(algorithm), certificate.publicKey.fits(algorithm) else {
            throw SigningError(.unsupportedAlgorithm, "the key (\(publicKey)) cannot sign by \(algorithm)")
        }
        return algorithm
    }

    // MARK: - Parts

    /// The signer's certificate and the others, each once.
    var certificates: [Certificate] {
        additionalCertificates.reduce(into: [certificate]) { list, next in
            if !list.contains(next) { list.append(next) }
        }
    }

    /// A SignerInfo without its signature.
    func builder(_ contentDigest: [UInt8], _ algorithm: SignatureAlgorithm) throws(SigningError) -> SignerInfoBuilder {
        var attributes: [CMSAttribute] = [.contentType(.data), .messageDigest(contentDigest)]
        if let signingTime { attributes.append(.signingTime(signingTime)) }
        if namesCertificate { attributes.append(try .signingCertificateV2(certificate)) }
        attributes += furtherAttributes
        let digest = ContentDigest(hash: algorithm.contentHash, digest: contentDigest)
        attributes += try contentAttributes?(digest) ?? []
        return SignerInfoBuilder(certificate: certificate, algorithm: algorithm, signedAttributes: attributes)
    }
}
