import JetonASN1
import JetonLibcrypto

extension PublicKey {
    /// The first algorithm of a list that fits this kind of key and is not weak.
    ///
    /// - Parameter algorithms: What the key can do, best first.
    /// - Returns: The first that fits.
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm`` if none fits.
    public func preferredAlgorithm(of algorithms: [SignatureAlgorithm]) throws(DocumentError) -> SignatureAlgorithm {
        guard let algorithm = algorithms.first(where: { fits($0) }) else {
            throw DocumentError(.unsupportedAlgorithm, "the key (\(self)) has no supported signature algorithm")
        }
        return algorithm
    }

    /// Whether an algorithm is for this kind of key, and fit to sign with.
    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm.hash?.isWeak != true else { return false }
        // RFC 4055, 1.2: a key that is named for PSS makes no other signatures.
        if self.algorithm.oid == .rsassaPSS, case .rsaPKCS1 = algorithm { return false }
        return switch (kind, algorithm) {
        case (.rsa, .rsaPKCS1(let hash)), (.rsa, .rsaPSS(let hash)), (.ellipticCurve, .ecdsa(let hash)): hash.isSHA
        case (.ed25519, .ed25519): true
        case (.gost(let parameters, _), .gost(let hash)): hash.gostAlgorithm == parameters.algorithm
        default: false
        }
    }

    /// The hash function of a GOST R 34.10 key; nil for any other key.
    package var gostHash: HashAlgorithm? {
        guard case .gost(let parameters, _) = kind else { return nil }
        return HashAlgorithm.allCases.first { $0.gostAlgorithm == parameters.algorithm }
    }

    /// How many bytes a signature has, if that is always the same: RSA, Ed25519, Ed448 and GOST R 34.10.
    package var signatureSize: Int? {
        switch kind {
        case .rsa(let modulus, _): modulus.count
        case .ed25519: 64
        case .ed448: 114
        case .gost(let parameters, _): 2 * parameters.algorithm.length
        case .ellipticCurve, .dsa, .other: nil
        }
    }
}

extension SigningKey where Self: ~Copyable {
    /// The algorithm by which the key will sign, after a check that it is a certificate's.
    ///
    /// - Parameters:
    ///   - certificate: The signer's.
    ///   - wanted: The algorithm; nil for the first of ``algorithms`` that fits the certificate.
    /// - Returns: The algorithm.
    /// - Throws: ``DocumentError/Code/certificateMismatch``, ``DocumentError/Code/unsupportedAlgorithm``.
    package func algorithm(
        for certificate: Certificate,
        wanted: SignatureAlgorithm?
    ) throws(DocumentError) -> SignatureAlgorithm {
        guard publicKey.kind == certificate.publicKey.kind else {
            throw DocumentError(.certificateMismatch, "the certificate of '\(certificate)' belongs to another key")
        }
        guard let wanted else { return try certificate.publicKey.preferredAlgorithm(of: algorithms) }
        guard algorithms.contains(wanted), certificate.publicKey.fits(wanted) else {
            throw DocumentError(.unsupportedAlgorithm, "the key (\(publicKey)) cannot sign with \(wanted)")
        }
        return wanted
    }

    /// Signs a message, and proves with the public key that the signature is one.
    ///
    /// - Parameters:
    ///   - message: What is signed; hashed here where the algorithm hashes, or by the key's token.
    ///   - algorithm: One of ``algorithms``; nil for the first that fits.
    /// - Returns: The signature and the algorithm used.
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm``, ``DocumentError/Code/signatureMismatch``, and what the key
    ///   throws.
    public func signChecked(
        _ message: [UInt8],
        algorithm: SignatureAlgorithm? = nil
    ) throws -> (signature: [UInt8], algorithm: SignatureAlgorithm) {
        let algorithm = try chosenAlgorithm(algorithm)
        let input = try algorithm.input(for: message)
        let signature = try sign(message: message, algorithm: algorithm)
        switch publicKey.check(signature, over: input, scheme: SignatureScheme(algorithm)) {
        case .valid: return (signature, algorithm)
        case .invalid:
            throw DocumentError(.signatureMismatch, "the key's \(algorithm) signature does not match its public key")
        case .unsupported(let reason): throw DocumentError(.unsupportedKey, reason)
        }
    }

    /// The algorithm asked for, or the first that fits.
    func chosenAlgorithm(_ wanted: SignatureAlgorithm?) throws(DocumentError) -> SignatureAlgorithm {
        guard let wanted else { return try publicKey.preferredAlgorithm(of: algorithms) }
        guard algorithms.contains(wanted), publicKey.fits(wanted) else {
            throw DocumentError(.unsupportedAlgorithm, "the key (\(publicKey)) cannot sign with \(wanted)")
        }
        return wanted
    }
}
