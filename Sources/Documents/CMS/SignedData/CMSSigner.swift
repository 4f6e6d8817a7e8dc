public import ASN1
public import X509

/// Makes CMS SignedData of one signer over content of any size, in constant memory.
///
/// ```swift
/// let signer = CMSSigner(certificate: certificate, additionalCertificates: chain)
/// let signature = try signer.signDetached(&file, key: key)
/// ```
///
/// The content type is id-data. The key signs the attributes, not the content, so it is asked once, at the end.
/// Every signature is checked with the certificate's key before it is returned.
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

    /// Signs content that is kept apart.
    ///
    /// - Parameters:
    ///   - content: Read to its end.
    ///   - key: The private key of ``certificate``.
    /// - Returns: A ContentInfo in DER, without the content.
    /// - Throws: ``SigningError/Code/certificateMismatch``, ``SigningError/Code/unsupportedAlgorithm``,
    ///   ``SigningError/Code/signatureMismatch``, and what source and key throw.
    public func signDetached(
        _ content: inout (some ByteSource & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable)
    ) throws -> [UInt8] {
        let algorithm = try self.algorithm(for: key)
        let (digest, size) = try algorithm.contentHash.hash(&content)
        return try sign(DetachedCMS(signer: self).prepare(contentDigest: digest, size: size, algorithm: algorithm), key)
    }

    /// Signs content whose digest was computed elsewhere.
    ///
    /// - Parameters:
    ///   - contentDigest: The digest by ``contentHash(for:)``.
    ///   - key: The private key of ``certificate``.
    /// - Returns: A ContentInfo in DER, without the content.
    /// - Throws: As ``signDetached(_:key:)``; ``SigningError/Code/invalidArgument`` for a digest of another length.
    public func signDetached(
        contentDigest: [UInt8],
        key: borrowing (some SigningKey & ~Copyable)
    ) throws -> [UInt8] {
        let algorithm = try self.algorithm(for: key)
        return try sign(
            DetachedCMS(signer: self).prepare(contentDigest: contentDigest, size: 0, algorithm: algorithm),
            key
        )
    }

    private func sign(_ prepared: PreparedCMS, _ key: borrowing (some SigningKey & ~Copyable)) throws -> [UInt8] {
        var sink = MemorySink()
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: prepared.algorithm).signature
        try prepared.complete(signature, to: &sink)
        return sink.octets
    }

    /// Signs content and writes both as one message, as ``AttachedCMS`` says.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: How many bytes the content has, if that is known beforehand.
    ///   - sink: Gets the message; worth nothing if this call throws.
    ///   - key: The private key of ``certificate``.
    /// - Throws: As ``signDetached(_:key:)``; ``SigningError/Code/contentSizeMismatch`` if `size` was wrong; what the
    ///   sink throws.
    public func signAttached(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        to sink: inout (some ByteSink & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable)
    ) throws {
        let algorithm = try self.algorithm(for: key)
        let prepared = try AttachedCMS(signer: self).prepare(&content, size: size, algorithm: algorithm, to: &sink)
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: algorithm).signature
        try prepared.complete(signature, to: &sink)
    }

    /// The hash of the content that a key's signature will rest on.
    ///
    /// - Throws: ``SigningError/Code/certificateMismatch``, ``SigningError/Code/unsupportedAlgorithm``.
    public func contentHash(for key: borrowing (some SigningKey & ~Copyable)) throws -> HashAlgorithm {
        try algorithm(for: key).contentHash
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
        return SignerInfoBuilder(certificate: certificate, algorithm: algorithm, signedAttributes: attributes)
    }
}
