import Crypto
import Octets

extension PublicKey {
    /// Checks a signature over a message.
    ///
    /// - Parameters:
    ///   - signature: In the form of ``SigningKey/sign(_:algorithm:)``.
    ///   - message: The message as it is; hashed here.
    ///   - algorithm: How it was signed.
    public func check(_ signature: [UInt8], message: [UInt8], algorithm: SignatureAlgorithm) -> SignatureCheck {
        check(signature, over: algorithm.input(for: message), scheme: SignatureScheme(algorithm))
    }

    /// Checks a signature over a digest that was computed elsewhere, or over a message for Ed25519.
    public func check(_ signature: [UInt8], input: [UInt8], algorithm: SignatureAlgorithm) -> SignatureCheck {
        check(signature, over: input, scheme: SignatureScheme(algorithm))
    }

    /// Checks a signature over a message, by an AlgorithmIdentifier from outside.
    func check(_ signature: [UInt8], message: ArraySlice<UInt8>, identifier: AlgorithmIdentifier) -> SignatureCheck {
        guard let scheme = SignatureScheme(identifier) else {
            return .unsupported("signature algorithm \(identifier.oid) is not known")
        }
        return check(signature, over: scheme.hash.map { $0.hash(message) } ?? Array(message), scheme: scheme)
    }

    /// Checks a signature over a digest, or over a message for Ed25519.
    func check(_ signature: [UInt8], over input: [UInt8], scheme: SignatureScheme) -> SignatureCheck {
        if let hash = scheme.hash, input.count != hash.digestSize { return .invalid }
        switch (kind, scheme) {
        case (.rsa(let modulus, let exponent), .rsaPKCS1(let hash)):
            return RSAVerification.open(signature, modulus: modulus, exponent: exponent) {
                $0 == RSAVerification.encodePKCS1(digest: input, hash: hash, count: modulus.count)
            }
        case (.rsa(let modulus, let exponent), .rsaPSS(let parameters)):
            return RSAVerification.open(signature, modulus: modulus, exponent: exponent) {
                RSAVerification.checkPSS($0, digest: input, parameters: parameters, modulusBits: bitCount ?? 0)
            }
        case (.ellipticCurve(let curve, let point), .ecdsa):
            return PublicKey.checkECDSA(signature, digest: input, curve: curve, point: point)
        case (.ed25519(let octets), .ed25519):
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: octets) else {
                return .unsupported("the Ed25519 public key is no point")
            }
            return key.isValidSignature(signature, for: input) ? .valid : .invalid
        case (.other, _): return .unsupported("public keys of type \(self) are not computed with")
        default: return .invalid
        }
    }

    private static func checkECDSA(
        _ signature: [UInt8],
        digest: [UInt8],
        curve: NamedCurve,
        point: [UInt8]
    ) -> SignatureCheck {
        guard curve.coordinateSize != nil else { return .unsupported("curve \(curve) is not computed with") }
        guard let parsed = try? ECDSASignature(derRepresentation: signature, curve: curve),
            let raw = parsed.concatenated(curve: curve)
        else { return .invalid }
        let digest = ComputedDigest(digest)
        do {
            let isValid =
                switch curve {
                case .p256:
                    try P256.Signing.PublicKey(x963Representation: point)
                        .isValidSignature(.init(rawRepresentation: raw), for: digest)
                case .p384:
                    try P384.Signing.PublicKey(x963Representation: point)
                        .isValidSignature(.init(rawRepresentation: raw), for: digest)
                default:
                    try P521.Signing.PublicKey(x963Representation: point)
                        .isValidSignature(.init(rawRepresentation: raw), for: digest)
                }
            return isValid ? .valid : .invalid
        } catch {
            return .unsupported("the public key is no point of \(curve)")
        }
    }
}
