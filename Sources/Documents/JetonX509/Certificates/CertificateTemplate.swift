public import JetonASN1

/// What a self-signed certificate is to say.
///
/// ```swift
/// let template = try CertificateTemplate(subject: DistinguishedName("CN=Demo"), days: 30)
/// let certificate = try template.selfSigned(by: key)
/// ```
public struct CertificateTemplate: Sendable {
    /// Subject and issuer.
    public var subject: DistinguishedName
    /// The serial number, big-endian without sign; 1 to 20 octets with the highest bit clear (RFC 5280, 4.1.2.2).
    public var serialNumber: [UInt8]
    /// The first moment of its validity.
    public var notBefore: UniversalTime
    /// The last moment of its validity.
    public var notAfter: UniversalTime
    /// The extensions in their order; subjectKeyIdentifier is added if it is not among them.
    public var extensions: [CertificateExtension]

    /// Makes a template of an end entity's certificate: no authority, for signatures, with a random serial number.
    ///
    /// - Parameters:
    ///   - subject: Not empty, since it is the issuer too.
    ///   - notBefore: When its validity starts.
    ///   - days: How long it is valid; above zero.
    public init(subject: DistinguishedName, notBefore: UniversalTime = .now, days: Int) {
        self.subject = subject
        self.notBefore = notBefore
        notAfter = notBefore.adding(days: days)
        // 127 random bits; the second highest is set so that the length is always the same.
        var generator = SystemRandomNumberGenerator()
        serialNumber = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        serialNumber[0] = serialNumber[0] & 0x7F | 0x40
        extensions = [
            .basicConstraints(isAuthority: false),
            .keyUsage([.digitalSignature, .nonRepudiation]),
        ]
    }

    /// Makes the certificate and signs it with the key that it is for.
    ///
    /// The certificate is read again and its signature is checked before it is returned.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - algorithm: One of the key's; nil for the first that fits.
    /// - Returns: The certificate.
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a serial number, a time or a name that cannot be written,
    ///   ``DocumentError/Code/unsupportedAlgorithm``, ``DocumentError/Code/signatureMismatch``, and what the key throws.
    public func selfSigned(
        by key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm? = nil
    ) throws -> Certificate {
        try check()
        let algorithm = try key.chosenAlgorithm(algorithm)
        let publicKey = key.publicKey
        var extensions = extensions
        if !extensions.contains(where: { $0.oid == .subjectKeyIdentifier }) {
            extensions.append(try .subjectKeyIdentifier(publicKey))
        }
        let identifier = algorithm.algorithmIdentifier.derRepresentation
        let toBeSigned = DER.sequence(
            DER.explicit(0, DER.integer(2)),
            DER.integer(magnitude: serialNumber),
            identifier,
            subject.derRepresentation,
            DER.sequence(notBefore.derRepresentation, notAfter.derRepresentation),
            subject.derRepresentation,
            publicKey.derRepresentation,
            DER.explicit(3, DER.element(.sequence, Array(extensions.map(\.derRepresentation).joined())))
        )
        let signature = try key.signChecked(toBeSigned, algorithm: algorithm).signature
        let certificate = try Certificate(
            derRepresentation: DER.sequence(toBeSigned, identifier, DER.bitString(signature))
        )
        guard certificate.checkSignature(by: certificate.publicKey) == .valid else {
            throw DocumentError(.signatureMismatch, "the certificate's signature does not match its key")
        }
        return certificate
    }

    private func check() throws(DocumentError) {
        guard (1...20).contains(serialNumber.count), serialNumber[0] & 0x80 == 0,
            serialNumber.contains(where: { $0 != 0 })
        else { throw DocumentError(.invalidArgument, "a serial number must be positive and 1 to 20 bytes long") }
        guard !subject.isEmpty else { throw DocumentError(.invalidArgument, "the issuer's name is empty") }
        guard notBefore <= notAfter, UniversalTime.writable.contains(notBefore),
            UniversalTime.writable.contains(notAfter)
        else {
            throw DocumentError(
                .invalidArgument,
                "the validity period ends before it starts, or has a date that a certificate cannot express"
            )
        }
    }
}
