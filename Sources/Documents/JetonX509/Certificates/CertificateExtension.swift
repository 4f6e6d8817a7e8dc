public import JetonASN1
package import JetonOctets

/// One extension of a certificate or of a request, its value as it was encoded.
///
/// - SeeAlso: RFC 5280, 4.2.
public struct CertificateExtension: Hashable, Sendable {
    /// Which extension it is.
    public let oid: OID
    /// Whether a reader that does not know the extension must refuse the certificate.
    public let isCritical: Bool
    /// The contents of extnValue: one encoded element.
    public let value: [UInt8]

    /// Makes an extension of any kind.
    public init(oid: OID, isCritical: Bool, value: [UInt8]) {
        self.oid = oid
        self.isCritical = isCritical
        self.value = value
    }

    package init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        oid = try reader.next().oid()
        isCritical = try reader.nextIf(.boolean)?.boolean() ?? false
        value = try reader.next().octetString()
        try reader.finish()
    }

    /// The Extension in DER.
    package var derRepresentation: [UInt8] {
        DER.sequence(DER.oid(oid), isCritical ? DER.boolean(true) : [], DER.octetString(value))
    }

    // MARK: - Values

    /// basicConstraints, critical.
    ///
    /// - Parameters:
    ///   - isAuthority: Whether the key may sign certificates.
    ///   - pathLength: How many certificates of authorities may follow; nil for any number, and for end entities.
    /// - Returns: The extension.
    public static func basicConstraints(isAuthority: Bool, pathLength: UInt8? = nil) -> CertificateExtension {
        let value = DER.sequence(
            isAuthority ? DER.boolean(true) : [],
            isAuthority ? pathLength.map { DER.integer(UInt64($0)) } ?? [] : []
        )
        return CertificateExtension(oid: .basicConstraints, isCritical: true, value: value)
    }

    /// keyUsage, critical.
    public static func keyUsage(_ usage: KeyUsage) -> CertificateExtension {
        CertificateExtension(oid: .keyUsage, isCritical: true, value: DER.namedBits(usage.rawValue))
    }

    /// extendedKeyUsage, not critical; at least one purpose.
    public static func extendedKeyUsage(_ purposes: [OID]) -> CertificateExtension {
        let value = DER.element(.sequence, Array(purposes.map { DER.oid($0) }.joined()))
        return CertificateExtension(oid: .extendedKeyUsage, isCritical: false, value: value)
    }

    /// subjectAltName, not critical; at least one name.
    ///
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a name that cannot be encoded.
    public static func subjectAlternativeNames(_ names: [GeneralName]) throws(DocumentError) -> CertificateExtension {
        var members: [UInt8] = []
        for name in names { members += try name.derRepresentation }
        let value = DER.element(.sequence, members)
        return CertificateExtension(oid: .subjectAlternativeName, isCritical: false, value: value)
    }

    /// subjectKeyIdentifier, not critical: the SHA-1 of the key's octets.
    ///
    /// - Throws: ``DocumentError/Code/cryptographyFailed``.
    public static func subjectKeyIdentifier(_ key: PublicKey) throws(DocumentError) -> CertificateExtension {
        let value = try DER.octetString(key.keyIdentifier)
        return CertificateExtension(oid: .subjectKeyIdentifier, isCritical: false, value: value)
    }

    /// authorityKeyIdentifier, not critical: the SHA-1 of the issuer's key's octets.
    ///
    /// - Throws: ``DocumentError/Code/cryptographyFailed``.
    public static func authorityKeyIdentifier(_ key: PublicKey) throws(DocumentError) -> CertificateExtension {
        let value = try DER.sequence(DER.element(.contextPrimitive(0), key.keyIdentifier))
        return CertificateExtension(oid: .authorityKeyIdentifier, isCritical: false, value: value)
    }
}
