/// An attribute's type: CK_ATTRIBUTE_TYPE.
///
/// Open: vendors have numbers of their own, and those survive.
public struct AttributeType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt
    /// Makes a value from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The C constant's name; one made from the number for those that PKCS #11 does not define.
    public var description: String { constantName(rawValue, AttributeType.names, prefix: "CKA") }

    /// Octets that the values of nearly all tokens fit into, so that one call reads them.
    var usualSize: Int {
        switch self {
        case .token, .private, .modifiable, .copyable, .destroyable, .trusted, .sensitive, .encrypt, .decrypt, .wrap,
            .unwrap, .sign, .signRecover, .verify, .verifyRecover, .derive, .extractable, .local, .neverExtractable,
            .alwaysSensitive, .alwaysAuthenticate, .wrapWithTrusted:
            1
        case .class, .keyType, .certificateType, .certificateCategory, .modulusBits, .keyGenMechanism, .valueLen: 8
        case .value: 4096
        case .modulus, .privateExponent, .subject, .issuer, .publicKeyInfo: 1024
        default: 256
        }
    }
}
