/// A decryption under way.
struct DecryptionOperation: Sendable {
    let key: CardKey
    let modulusLength: Int
    let scheme: EncryptionScheme
    /// How the PIN was given for this operation.
    var confirmation: PINConfirmation?
    /// The plain text, kept for a caller whose buffer was too small, so that the card is asked once.
    var plain: [UInt8]?

    init(_ mechanism: EngineMechanism, _ object: TokenObject) throws(TokenFault) {
        scheme = try EncryptionScheme(mechanism)
        guard case .card(let key) = object.material, case .rsa(let modulus, _) = key.publicKey else {
            throw TokenFault(.keyTypeInconsistent, "the key cannot decrypt")
        }
        guard key.usage.contains(.decrypt) else {
            throw TokenFault(.keyFunctionNotPermitted, "the key is not for decryption")
        }
        self.key = key
        modulusLength = modulus.count
    }
}
