import JetonASN1
import JetonLibcrypto

extension PublicKey {
    /// Checks a signature over a message.
    ///
    /// - Parameters:
    ///   - signature: In the form of ``SigningKey/sign(_:algorithm:)``.
    ///   - message: The message as it is; hashed here.
    ///   - algorithm: How it was signed.
    /// - Returns: Whether it fits, or why that was not checked.
    public func check(_ signature: [UInt8], message: [UInt8], algorithm: SignatureAlgorithm) -> SignatureCheck {
        check(signature, message: message, scheme: SignatureScheme(algorithm))
    }

    /// Checks a signature over a digest that was computed elsewhere, or over a message for Ed25519.
    public func check(_ signature: [UInt8], input: [UInt8], algorithm: SignatureAlgorithm) -> SignatureCheck {
        check(signature, over: input, scheme: SignatureScheme(algorithm))
    }

    /// Checks a signature over a message, by an AlgorithmIdentifier from outside.
    package func check(_ signature: [UInt8], message: [UInt8], identifier: AlgorithmIdentifier) -> SignatureCheck {
        guard let scheme = SignatureScheme(identifier) else {
            let name = identifier.oid.name ?? identifier.oid.description
            return .unsupported("signature algorithm \(name) is not supported")
        }
        return check(signature, message: message, scheme: scheme)
    }

    private func check(_ signature: [UInt8], message: [UInt8], scheme: SignatureScheme) -> SignatureCheck {
        do {
            return check(signature, over: try scheme.input(for: message), scheme: scheme)
        } catch {
            return .unsupported(error.context)
        }
    }

    /// Checks a signature over a digest, or over a message for Ed25519 and Ed448.
    package func check(_ signature: [UInt8], over input: [UInt8], scheme: SignatureScheme) -> SignatureCheck {
        if case .other(let oid) = kind {
            let name = oid.name ?? oid.description
            // One of RSA has no parameters that could be unknown here.
            let isMalformed = oid == .rsaEncryption || oid == .rsassaPSS
            return .unsupported(
                isMalformed
                    ? "the public key of type \(name) is malformed" : "public keys of type \(name) are not supported"
            )
        }
        guard isFor(scheme), scheme.hash.map({ $0.digestSize == input.count }) ?? true else { return .invalid }
        do {
            let key = try prepared.value { () throws(LibcryptoError) in try verifyingKey() }
            return try key.isValid(signature, of: input, by: scheme.method) ? .valid : .invalid
        } catch {
            switch error.code {
            case .invalidInput, .unsupported:
                return .unsupported("the public key (\(self)) is not supported or invalid")
            default: return .unsupported("\(self): \(error)")
            }
        }
    }

    /// Whether a scheme is for this kind of key, within the limits that the key states.
    private func isFor(_ scheme: SignatureScheme) -> Bool {
        switch (kind, scheme) {
        // RFC 4055, 1.2: a key that is named for PSS makes no other signatures.
        case (.rsa, .rsaPKCS1): algorithm.oid != .rsassaPSS
        case (.rsa, .rsaPSS(let parameters)):
            algorithm.oid != .rsassaPSS || algorithm.parameters.isEmpty
                || (try? PSSParameters(algorithm.parameters))?.allow(parameters) ?? false
        case (.ellipticCurve, .ecdsa), (.ed25519, .ed25519), (.ed448, .ed448), (.dsa, .dsa): true
        case (.gost(let parameters, _), .gost(let hash)): hash.gostAlgorithm == parameters.algorithm
        default: false
        }
    }

    /// The key as libcrypto checks it.
    private func verifyingKey() throws(LibcryptoError) -> VerifyingKey {
        switch kind {
        case .rsa(let modulus, let exponent):
            try VerifyingKey(rsaModulus: modulus, exponent: exponent, isForPSS: algorithm.oid == .rsassaPSS)
        case .ellipticCurve(let curve, let point): try VerifyingKey(point: point, on: EllipticCurve(oid: curve.oid))
        case .ed25519(let octets): try VerifyingKey(ed25519: octets)
        case .ed448(let octets): try VerifyingKey(ed448: octets)
        case .dsa(let prime, let order, let generator, let publicValue):
            try VerifyingKey(dsaPrime: prime, order: order, generator: generator, publicValue: publicValue)
        case .gost(let parameters, let value):
            VerifyingKey(try GOSTPublicKey(octets: value, curve: parameters.curve))
        case .other: throw LibcryptoError(.unsupported)
        }
    }
}
