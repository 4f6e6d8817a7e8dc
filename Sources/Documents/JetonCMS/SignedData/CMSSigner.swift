public import JetonASN1
import JetonOctets
public import JetonX509

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
    package var contentAttributes: (@Sendable (ContentDigest) throws(DocumentError) -> [CMSAttribute])?
    /// Adds what comes behind the signature.
    package var completion: SignatureCompletion?
    /// The signed attributes that an earlier run prepared, in DER under the tag SET; nil makes them.
    package var preparedAttributes: [UInt8]?

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
    /// - Throws: ``DocumentError/Code/certificateMismatch``, ``DocumentError/Code/unsupportedAlgorithm``.
    public func algorithm(
        for key: borrowing (some SigningKey & ~Copyable)
    ) throws(DocumentError) -> SignatureAlgorithm {
        try key.algorithm(for: certificate, wanted: algorithm)
    }

    // MARK: - Parts

    /// The signer's certificate and the others, each once.
    var certificates: [Certificate] {
        additionalCertificates.reduce(into: [certificate]) { list, next in
            if !list.contains(next) { list.append(next) }
        }
    }

    /// A SignerInfo without its signature.
    func builder(_ contentDigest: [UInt8], _ algorithm: SignatureAlgorithm) throws(DocumentError) -> SignerInfoBuilder {
        if let preparedAttributes {
            return try prepared(preparedAttributes, digest: contentDigest, algorithm)
        }
        var attributes: [CMSAttribute] = [.contentType(.data), .messageDigest(contentDigest)]
        if let signingTime { attributes.append(.signingTime(signingTime)) }
        if namesCertificate { attributes.append(try .signingCertificateV2(certificate)) }
        attributes += furtherAttributes
        let digest = ContentDigest(hash: algorithm.contentHash, digest: contentDigest)
        attributes += try contentAttributes?(digest) ?? []
        return SignerInfoBuilder(certificate: certificate, algorithm: algorithm, signedAttributes: attributes)
    }

    /// A SignerInfo of the size that the one over any content will have.
    func placeholder(_ algorithm: SignatureAlgorithm) throws(DocumentError) -> SignerInfoBuilder {
        let digest = [UInt8](repeating: 0, count: algorithm.contentHash.digestSize)
        guard let preparedAttributes else { return try builder(digest, algorithm) }
        return try prepared(preparedAttributes, digest: nil, algorithm)
    }

    /// A SignerInfo with attributes that were prepared before.
    ///
    /// - Throws: ``DocumentError/Code/contentChanged`` if they are for content with another digest;
    ///   ``DocumentError/Code/malformed`` for attributes that this signer would not have made.
    private func prepared(
        _ octets: [UInt8],
        digest: [UInt8]?,
        _ algorithm: SignatureAlgorithm
    ) throws(DocumentError) -> SignerInfoBuilder {
        var attributes: [CMSAttribute] = []
        do throws(EncodingError) {
            var reader = try ASN1Element.parse(octets).members(of: .set)
            for element in try reader.rest(limit: 64) { attributes.append(try CMSAttribute(element)) }
        } catch {
            throw DocumentError(.malformed, "the prepared attributes: \(error)")
        }
        func isOnce(_ attribute: CMSAttribute) -> Bool {
            attributes.contains(attribute) && attributes.count { $0.type == attribute.type } == 1
        }
        let builder = SignerInfoBuilder(certificate: certificate, algorithm: algorithm, signedAttributes: attributes)
        let name = try CMSAttribute.signingCertificateV2(certificate)
        guard builder.octetsToSign == octets, isOnce(.contentType(.data)), isOnce(name) || !namesCertificate,
            attributes.count(where: { $0.type == .messageDigest }) == 1
        else { throw DocumentError(.malformed, "the prepared attributes belong to another signer") }
        guard digest.map({ isOnce(.messageDigest($0)) }) ?? true else {
            throw DocumentError(.contentChanged, "the content differs from the prepared content")
        }
        return builder
    }
}
