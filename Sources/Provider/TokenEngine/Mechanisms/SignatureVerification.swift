import JetonASN1
import JetonLibcrypto
import JetonOctets

/// Verifies signatures on the host, with public keys.
enum SignatureVerification {
    /// Checks a signature.
    ///
    /// - Parameters:
    ///   - signature: As long as the key's signatures are.
    ///   - data: The digest, if the scheme hashes; else the data.
    ///   - scheme: How it was signed.
    ///   - key: The public key.
    /// - Throws: `CKR_SIGNATURE_LEN_RANGE`, `CKR_SIGNATURE_INVALID`, `CKR_DATA_LEN_RANGE`.
    static func verify(
        _ signature: [UInt8],
        of data: [UInt8],
        _ scheme: EngineSignatureScheme,
        by key: PublicKeyValue
    ) throws(TokenFault) {
        guard signature.count == EngineSignatureScheme.length(key) else {
            throw TokenFault(.signatureLenRange, "the signature's length does not fit the key")
        }
        let fits: Bool
        switch (key, scheme) {
        case (.rsa(let modulus, let exponent), .rsaPSS(let parameters, _)):
            guard let block = open(signature, modulus, exponent) else {
                throw TokenFault(.signatureInvalid, "the signature does not verify")
            }
            fits = try RSAPadding.isPSSBlock(
                block,
                data,
                parameters,
                modulusBits: EngineSignatureScheme.bits(modulus)
            )
        case (.rsa(let modulus, let exponent), _):
            let expected = try scheme.input(data, key)
            fits = open(signature, modulus, exponent).map { ConstantTime.equals($0, expected) } ?? false
        case (.ec(let curve, let point), _):
            let digest = try scheme.input(data, key)
            let parsed = try? ECDSASignature(concatenated: signature, orderLength: curve.fieldLength)
            fits =
                parsed.flatMap { parsed in
                    try? PublicKeyOperation.isECDSASignature(parsed.derRepresentation, of: digest, on: curve, by: point)
                } ?? false
        case (.ed25519(let octets), _):
            fits = (try? PublicKeyOperation.isEd25519Signature(signature, of: data, by: octets)) ?? false
        case (.gost(let parameters, let octets), _):
            let digest = try scheme.input(data, key)
            let verifying = (try? GOSTPublicKey(octets: octets, curve: parameters.curve)).map(VerifyingKey.init)
            fits = verifying.flatMap { try? $0.isValid(signature, of: digest, by: .gost) } ?? false
        case (.x25519, _): fits = false
        }
        guard fits else { throw TokenFault(.signatureInvalid, "the signature does not verify") }
    }

    private static func open(_ signature: [UInt8], _ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8]? {
        try? PublicKeyOperation.rsa(signature, modulus: modulus, exponent: exponent)
    }
}
