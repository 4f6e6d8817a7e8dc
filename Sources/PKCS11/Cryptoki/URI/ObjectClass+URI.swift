extension ObjectClass {
    /// The `type` of a PKCS #11 URI: `cert`, `data`, `private`, `public` or `secret-key`; nil for other classes.
    public var uriType: String? {
        switch self {
        case .data: "data"
        case .certificate: "cert"
        case .publicKey: "public"
        case .privateKey: "private"
        case .secretKey: "secret-key"
        default: nil
        }
    }
}
