extension PKCS11URI {
    /// The class of an object, as the path attribute `type` names it.
    ///
    /// - SeeAlso: RFC 7512, 2.3, table 1.
    public enum ObjectType: String, Hashable, Sendable, CaseIterable {
        /// A certificate. The corresponding C constant is `CKO_CERTIFICATE`.
        case certificate = "cert"
        /// Application data. The corresponding C constant is `CKO_DATA`.
        case data = "data"
        /// A private key. The corresponding C constant is `CKO_PRIVATE_KEY`.
        case `private` = "private"
        /// A public key. The corresponding C constant is `CKO_PUBLIC_KEY`.
        case `public` = "public"
        /// A secret key. The corresponding C constant is `CKO_SECRET_KEY`.
        case secretKey = "secret-key"

        /// Reads a name in ASCII letters of either case (RFC 5234, 2.3).
        init?(octets: [UInt8]) {
            let lowercase = octets.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            self.init(rawValue: String(decoding: lowercase, as: UTF8.self))
        }

        var octets: [UInt8] { Array(rawValue.utf8) }
    }
}
