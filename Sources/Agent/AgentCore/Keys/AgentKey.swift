internal import JetonASN1
internal import JetonOctets
package import JetonX509
package import SSHWire
package import TokenHost

/// A key of a token as ssh knows it.
package struct AgentKey: Sendable {
    /// The token.
    package let token: HostedToken
    /// The key.
    package let key: HostedKey
    /// The key in the form of SSH.
    package let ssh: SSHPublicKey
    /// The key's blob.
    package let blob: [UInt8]
    /// `SHA256:` and the digest of the blob in base64, as ssh-keygen has it.
    package let fingerprint: String

    /// Makes a key; nil for a kind that SSH has not.
    package init?(_ key: HostedKey, of token: HostedToken) {
        guard let ssh = SSHPublicKey(key.publicKey) else { return nil }
        self.token = token
        self.key = key
        self.ssh = ssh
        blob = ssh.blob
        fingerprint = AgentKey.fingerprint(of: blob)
    }

    /// The fingerprint of a blob.
    package static func fingerprint(of blob: [UInt8]) -> String {
        let digest = (try? HashAlgorithm.sha256.hash(blob)) ?? []
        var text = Array("SHA256:".utf8)
        Base64.append(digest.span, padded: false, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The key's label and its token's, for people.
    package var name: String {
        let label = ForeignText(key.label).shown(limit: 64)
        return
            "\(label.isEmpty ? key.publicKey.description : label) on '\(ForeignText(token.identity.label).shown(limit: 64))'"
    }

    /// How the key signs.
    ///
    /// - Parameter flags: The flags of the request; they matter for RSA only.
    /// - Returns: The name in SSH, and the algorithm; nil for SHA-1.
    func algorithm(_ flags: AgentRequest.SignatureFlags) -> (name: String, algorithm: SignatureAlgorithm)? {
        switch ssh {
        case .rsa:
            if flags.contains(.rsaSHA256) { return ("rsa-sha2-256", .rsaPKCS1(.sha256)) }
            return flags.contains(.rsaSHA512) ? ("rsa-sha2-512", .rsaPKCS1(.sha512)) : nil
        case .ecdsa(let curve, _):
            let hash: HashAlgorithm =
                switch curve {
                case .nistp256: .sha256
                case .nistp384: .sha384
                case .nistp521: .sha512
                }
            return (ssh.type, .ecdsa(hash))
        case .ed25519: return (ssh.type, .ed25519)
        }
    }

    /// A signature of X.509 in the form of SSH; nil if it is malformed.
    func encode(_ signature: [UInt8], as name: String) -> SSHSignature? {
        switch ssh {
        case .rsa(_, let modulus):
            guard signature.count <= modulus.count else { return nil }
            let padding = [UInt8](repeating: 0, count: modulus.count - signature.count)
            return SSHSignature(algorithm: name, value: padding + signature)
        case .ecdsa(let curve, _):
            let parsed = try? ECDSASignature(derRepresentation: signature, orderLength: curve.coordinateSize)
            guard let parsed else { return nil }
            return SSHSignature(algorithm: name, value: SSHSignature.ecdsaValue(r: parsed.r, s: parsed.s))
        case .ed25519: return SSHSignature(algorithm: name, value: signature)
        }
    }
}

extension SSHPublicKey {
    /// Takes a key of X.509; nil for a kind that SSH has not.
    package init?(_ key: PublicKey) {
        switch key.kind {
        case .rsa(let modulus, let exponent): self = .rsa(exponent: exponent, modulus: modulus)
        case .ellipticCurve(.p256, let point) where point.first == 0x04: self = .ecdsa(.nistp256, point: point)
        case .ellipticCurve(.p384, let point) where point.first == 0x04: self = .ecdsa(.nistp384, point: point)
        case .ellipticCurve(.p521, let point) where point.first == 0x04: self = .ecdsa(.nistp521, point: point)
        case .ed25519(let octets): self = .ed25519(octets)
        default: return nil
        }
    }

    /// The key as X.509 has it; nil for numbers out of range.
    private var publicKey: PublicKey? {
        switch self {
        case .rsa(let exponent, let modulus): try? PublicKey.rsa(modulus: modulus, exponent: exponent)
        case .ecdsa(.nistp256, let point): try? PublicKey.ellipticCurve(.p256, point: point)
        case .ecdsa(.nistp384, let point): try? PublicKey.ellipticCurve(.p384, point: point)
        case .ecdsa(.nistp521, let point): try? PublicKey.ellipticCurve(.p521, point: point)
        case .ed25519(let octets): try? PublicKey.ed25519(octets)
        }
    }

    /// Whether a signature over a message is this key's.
    func verifies(_ signature: SSHSignature, of message: [UInt8]) -> Bool {
        guard let publicKey else { return false }
        let algorithm: SignatureAlgorithm
        var value = signature.value
        switch (self, signature.algorithm) {
        case (.rsa, "rsa-sha2-256"): algorithm = .rsaPKCS1(.sha256)
        case (.rsa, "rsa-sha2-512"): algorithm = .rsaPKCS1(.sha512)
        case (.ed25519, "ssh-ed25519"): algorithm = .ed25519
        case (.ecdsa(let curve, _), type):
            algorithm = .ecdsa(curve == .nistp256 ? .sha256 : curve == .nistp384 ? .sha384 : .sha512)
            guard let (r, s) = try? signature.ecdsaNumbers(),
                let parsed = try? ECDSASignature(
                    concatenated: SSHPublicKey.filled(r, curve) + SSHPublicKey.filled(s, curve),
                    orderLength: curve.coordinateSize
                )
            else { return false }
            value = parsed.derRepresentation
        default: return false
        }
        return publicKey.check(value, message: message, algorithm: algorithm) == .valid
    }

    private static func filled(_ number: [UInt8], _ curve: Curve) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, curve.coordinateSize - number.count)) + number
    }
}
