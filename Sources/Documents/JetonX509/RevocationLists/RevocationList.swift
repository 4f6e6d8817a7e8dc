public import JetonASN1
import JetonOctets

/// What a certificate revocation list says of the certificates that were asked about.
///
/// A list may have millions of entries; ``RevocationListReader`` keeps those that were asked for.
///
/// - SeeAlso: RFC 5280, 5.
public struct RevocationList: Hashable, Sendable {
    /// One revoked certificate.
    public struct Entry: Hashable, Sendable {
        /// The serial number's contents octets, two's complement, big-endian.
        public let serialNumber: [UInt8]
        /// When it was revoked.
        public let date: UniversalTime
        /// Why; nil if the entry does not say.
        public let reason: RevocationReason?
        /// Who issued the certificate.
        public let issuer: DistinguishedName
    }

    /// Who issued the list.
    public let issuer: DistinguishedName
    /// When the list was issued.
    public let thisUpdate: UniversalTime
    /// When a newer list will be there at the latest; nil if the list does not say.
    public let nextUpdate: UniversalTime?
    /// The list's number without leading zeros; nil if it has none.
    public let number: [UInt8]?
    /// The number of the list that this one changes; nil for a full list.
    public let baseNumber: [UInt8]?
    /// The list's scope; nil for all certificates of its issuer.
    package let scope: IssuingDistributionPoint?
    /// The encoded scope, which a delta list shares with its full list.
    package let encodedScope: [UInt8]?
    /// The identifier of the key that signed; nil if the list does not say.
    package let authorityKeyIdentifier: [UInt8]?
    /// Why the list cannot be used, even with a good signature; nil if it can.
    public let obstacle: String?
    /// The entries about certificates that were asked about, in the list's order.
    public let entries: [Entry]
    /// How many entries the list has.
    public let entryCount: Int

    /// How the list was signed.
    package let signatureAlgorithm: AlgorithmIdentifier
    /// The digest of what was signed, or all of it for an algorithm without a digest.
    let signedInput: [UInt8]
    let signature: [UInt8]

    /// Whether it is a delta list.
    public var isDelta: Bool { baseNumber != nil }

    /// Checks the list's signature with a key.
    public func checkSignature(by key: PublicKey) -> SignatureCheck {
        guard let scheme = SignatureScheme(signatureAlgorithm) else {
            let name = signatureAlgorithm.oid.name ?? signatureAlgorithm.oid.description
            return .unsupported("signature algorithm \(name) is not supported")
        }
        return key.check(signature, over: signedInput, scheme: scheme)
    }

    /// Whether the list is signed over SHA-1.
    package var isWeak: Bool { SignatureScheme(signatureAlgorithm)?.hash?.isWeak ?? false }

    /// Reads a list to the end of a source: DER, or PEM with the label `X509 CRL`.
    ///
    /// - Parameters:
    ///   - source: Read in constant memory.
    ///   - serials: The serial numbers to look for, at most 4,096.
    /// - Returns: The list, with those of its entries that have one of `serials`.
    /// - Throws: ``DocumentError/Code/limitExceeded`` for more serial numbers; as ``RevocationListReader/update(_:)``
    ///   and ``RevocationListReader/finish()``; ``DocumentError`` for malformed PEM; what the source throws.
    public static func read(
        _ source: consuming (some ByteSource & ~Copyable),
        serials: [[UInt8]]
    ) throws -> RevocationList {
        var reader = try RevocationListReader(serials: serials)
        var decoded = PEMDecodingSource(source, labels: ["X509 CRL"])
        do {
            try decoded.forEachPiece { try reader.update($0) }
        } catch let error as PEMError {
            throw DocumentError(error)
        }
        return try reader.finish()
    }
}
