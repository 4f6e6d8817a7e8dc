/// An encryption under way.
struct EncryptionOperation: Sendable {
    let modulus: [UInt8]
    let exponent: [UInt8]
    let scheme: EncryptionScheme

    init(_ mechanism: EngineMechanism, _ object: TokenObject) throws(TokenFault) {
        scheme = try EncryptionScheme(mechanism)
        guard case .publicKey(.rsa(let modulus, let exponent)) = object.material else {
            throw TokenFault(.keyTypeInconsistent, "the key cannot encrypt")
        }
        guard object.attributes.isTrue(.encrypt) else {
            throw TokenFault(.keyFunctionNotPermitted, "the key is not for encryption")
        }
        (self.modulus, self.exponent) = (modulus, exponent)
    }
}
