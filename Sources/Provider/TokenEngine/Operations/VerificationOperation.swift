/// The verification of a signature under way.
struct VerificationOperation: Sendable {
    let key: PublicKeyValue
    let scheme: EngineSignatureScheme
    var input: InputCollector
    /// The signature, where it was given first (C_VerifySignatureInit).
    var signature: [UInt8]?

    init(_ mechanism: EngineMechanism, _ object: TokenObject, signature: [UInt8]?) throws(TokenFault) {
        scheme = try EngineSignatureScheme(mechanism)
        guard case .publicKey(let key) = object.material, scheme.takes(key) else {
            throw TokenFault(.keyTypeInconsistent, "the key cannot verify such signatures")
        }
        guard object.attributes.isTrue(.verify) else {
            throw TokenFault(.keyFunctionNotPermitted, "the key is not for verification")
        }
        self.key = key
        self.signature = signature
        input = try InputCollector(scheme.digest)
    }
}
