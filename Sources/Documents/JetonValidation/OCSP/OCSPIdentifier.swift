import JetonASN1
import JetonOctets
public import JetonX509

/// How OCSP names a certificate: digests of its issuer's name and key, and its serial number.
///
/// - SeeAlso: RFC 6960, 4.1.1: CertID.
public struct OCSPIdentifier: Hashable, Sendable {
    let hash: HashAlgorithm
    let nameDigest: [UInt8]
    let keyDigest: [UInt8]
    let serialNumber: [UInt8]

    /// Names a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - issuer: The certificate of its issuer.
    ///   - hash: SHA-1 by default: it identifies here and protects nothing, and many responders know no other.
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm`` for a GOST hash without OpenSSL's GOST provider.
    public init(
        _ certificate: Certificate,
        issuer: Certificate,
        hash: HashAlgorithm = .sha1
    ) throws(DocumentError) {
        self.hash = hash
        nameDigest = try hash.hash(issuer.subject.derRepresentation)
        keyDigest = try hash.hash(issuer.publicKey.keyOctets)
        serialNumber = certificate.serialNumber
    }

    /// Reads a CertID; nil for a hash that is not known here.
    init?(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        let algorithm = try AlgorithmIdentifier(reader.next())
        nameDigest = try reader.next().octetString()
        keyDigest = try reader.next().octetString()
        serialNumber = try reader.next().integerOctets()
        try reader.finish()
        guard let hash = HashAlgorithm(oid: algorithm.oid) else { return nil }
        self.hash = hash
    }

    var derRepresentation: [UInt8] {
        DER.sequence(
            DER.sequence(DER.oid(hash.oid), DER.null),
            DER.octetString(nameDigest),
            DER.octetString(keyDigest),
            DER.element(.integer, serialNumber)
        )
    }
}
