public import JetonX509

/// Who signs an XML document.
public struct XMLSigner: Sendable {
    /// The signer's certificate.
    public let certificate: Certificate
    /// Further certificates to put in, such as the issuers', in the caller's order.
    public let additionalCertificates: [Certificate]
    /// How to sign; nil for the key's first algorithm that fits the certificate.
    public var algorithm: SignatureAlgorithm?
    /// Makes the properties of the signature; nil for none.
    package var properties: (@Sendable (PropertiesContext) throws(DocumentError) -> SignatureProperties)?

    /// Whether the properties need the digest of all that is signed.
    package var digestsContents = false

    /// What properties are about.
    package struct PropertiesContext: Sendable {
        /// The signature's identifier.
        package let signatureID: String
        /// The references to what is signed: the identifier of each, and its media type, if that is known.
        package let references: [(id: String, mediaType: String?)]
        /// The hash of the signature.
        package let hash: HashAlgorithm
        /// The digest of all that is signed, one behind the other; nil if it was not computed.
        package let contentDigest: [UInt8]?
    }

    /// The properties of a signature, as an Object.
    package struct SignatureProperties: Sendable {
        /// The Object in exclusive canonical form but for declarations of `ds`.
        package let object: String
        /// Where in the object SignedProperties begin, in bytes.
        package let offset: Int
        /// The identifier of SignedProperties.
        package let id: String

        /// Names properties.
        package init(object: String, offset: Int, id: String) {
            self.object = object
            self.offset = offset
            self.id = id
        }
    }

    /// Makes a signer for a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The one whose key signs.
    ///   - additionalCertificates: Put into the signature behind it.
    public init(certificate: Certificate, additionalCertificates: [Certificate] = []) {
        self.certificate = certificate
        self.additionalCertificates = additionalCertificates
    }

    /// The algorithm by which a key will sign, after a check that certificate and key belong together.
    ///
    /// - Throws: ``DocumentError/Code/certificateMismatch``, ``DocumentError/Code/unsupportedAlgorithm``.
    public func algorithm(
        for key: borrowing (some SigningKey & ~Copyable)
    ) throws(DocumentError) -> SignatureAlgorithm {
        try key.algorithm(for: certificate, wanted: algorithm)
    }
}
