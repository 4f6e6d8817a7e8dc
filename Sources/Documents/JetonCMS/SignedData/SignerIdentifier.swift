import JetonASN1
import JetonOctets
public import JetonX509

/// How a message names its signer's certificate.
///
/// - SeeAlso: RFC 5652, 5.3.
public enum SignerIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// By issuer and serial number (its contents octets).
    case issuerAndSerialNumber(DistinguishedName, [UInt8])
    /// By subjectKeyIdentifier.
    case subjectKeyIdentifier([UInt8])
    /// By nothing: the signature holds no certificate.
    case unnamed

    init(_ element: ASN1Element) throws(EncodingError) {
        if element.tag == .contextPrimitive(0) {
            self = .subjectKeyIdentifier(Array(element.content))
            return
        }
        var reader = try element.members(of: .sequence)
        self = .issuerAndSerialNumber(try DistinguishedName(reader.next()), try reader.next().integerOctets())
        try reader.finish()
    }

    /// The issuer that is named; nil for a key identifier.
    var issuer: DistinguishedName? {
        if case .issuerAndSerialNumber(let issuer, _) = self { issuer } else { nil }
    }

    /// Whether a certificate is the one that is named.
    func matches(_ certificate: Certificate) -> Bool {
        switch self {
        case .issuerAndSerialNumber(let issuer, let serial):
            certificate.serialNumber == serial && certificate.issuer.matches(issuer)
        case .subjectKeyIdentifier(let identifier): certificate.subjectKeyIdentifier == identifier
        case .unnamed: false
        }
    }

    /// One phrase for people.
    public var description: String {
        switch self {
        case .issuerAndSerialNumber(let issuer, let serial): "serial \(Hex.encode(serial)) of '\(issuer)'"
        case .subjectKeyIdentifier(let identifier): "key identifier \(Hex.encode(identifier))"
        case .unnamed: "not named"
        }
    }
}
