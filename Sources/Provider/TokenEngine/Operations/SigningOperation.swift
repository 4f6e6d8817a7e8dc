/// A signature under way.
struct SigningOperation: Sendable {
    let key: CardKey
    let scheme: EngineSignatureScheme
    var input: InputCollector
    /// How the PIN was given for this operation.
    var confirmation: PINConfirmation?

    init(_ mechanism: EngineMechanism, _ object: TokenObject) throws(TokenFault) {
        scheme = try EngineSignatureScheme(mechanism)
        guard case .card(let key) = object.material, scheme.takes(key.publicKey) else {
            throw TokenFault(.keyTypeInconsistent, "the key cannot make such signatures")
        }
        guard key.usage.contains(.sign) else {
            throw TokenFault(.keyFunctionNotPermitted, "the key is not for signing")
        }
        self.key = key
        input = try InputCollector(scheme.digest)
    }

    /// Octets of the signature.
    var length: Int { EngineSignatureScheme.length(key.publicKey) }
}
