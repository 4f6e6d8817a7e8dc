/// The public half of a token's key, as a slot of the keybag is made for it.
public struct TokenSlotKey: Sendable, Hashable {
    /// What the key can do.
    public enum Material: Sendable, Hashable {
        /// ECDH on P-256: `04`, x, y.
        case p256(point: [UInt8])
        /// ECDH on P-384: `04`, x, y.
        case p384(point: [UInt8])
        /// RSA of 2,048 to 4,096 bits, most significant byte first without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])
    }

    /// What the key can do.
    public let material: Material
    /// The certificate in DER, to which the slot is bound; the public key's own octets for a key without one.
    public let certificate: [UInt8]
    /// The PKCS #11 URI by which the key is found again; it is not secret.
    public let uri: String

    /// Describes a key.
    ///
    /// - Returns: Nil for an empty certificate, RSA keys outside of 2,048 to 4,096 bits, and a URI of more than 512 bytes.
    public init?(_ material: Material, certificate: [UInt8], uri: String) {
        if case .rsa(let modulus, let exponent) = material {
            guard (256...512).contains(modulus.count), modulus.first != 0, (1...8).contains(exponent.count) else {
                return nil
            }
        }
        guard !certificate.isEmpty, uri.utf8.count <= 512 else { return nil }
        self.material = material
        self.certificate = certificate
        self.uri = uri
    }
}
