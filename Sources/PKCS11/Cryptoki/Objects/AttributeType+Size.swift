extension AttributeType {
    /// Octets that the values of nearly all tokens fit into, so that one call reads them.
    var usualSize: Int {
        switch self {
        case .token, .private, .modifiable, .copyable, .destroyable, .trusted, .sensitive, .encrypt, .decrypt, .wrap,
            .unwrap, .sign, .signRecover, .verify, .verifyRecover, .derive, .extractable, .local, .neverExtractable,
            .alwaysSensitive, .alwaysAuthenticate, .wrapWithTrusted:
            1
        case .class, .keyType, .certificateType, .certificateCategory, .modulusBits, .keyGenMechanism, .valueLen,
            .yubicoTouchPolicy:
            8
        case .value: 4096
        case .modulus, .privateExponent, .subject, .issuer, .publicKeyInfo: 1024
        default: 256
        }
    }
}
