import JetonLibcrypto

/// How data becomes a signature.
enum EngineSignatureScheme: Hashable, Sendable {
    /// PKCS #1 v1.5; without a hash function, the data is the block's content as it is.
    case rsaPKCS(HashFunction?)
    /// PSS; `isHashed` says that the data is the digest already.
    case rsaPSS(EnginePSSParameters, isHashed: Bool)
    /// The bare operation.
    case rsaRaw
    /// ECDSA; without a hash function, the data is the digest.
    case ecdsa(HashFunction?)
    /// Ed25519.
    case eddsa
    /// GOST R 34.10 over a digest of so many bytes; with an algorithm, its hash function makes it.
    case gost(Int, hashed: GOSTAlgorithm?)

    /// Reads a mechanism.
    ///
    /// - Throws: `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`.
    init(_ mechanism: EngineMechanism) throws(TokenFault) {
        let type = mechanism.type
        if let hash = HashFunction.all.first(where: { $0.rsaPKCS == type }) {
            self = .rsaPKCS(hash)
        } else if let hash = HashFunction.all.first(where: { $0.ecdsa == type }) {
            self = .ecdsa(hash)
        } else if let hash = HashFunction.all.first(where: { $0.rsaPSS == type }) {
            self = .rsaPSS(try mechanism.pssParameters(hash), isHashed: false)
            return
        } else if let gost = GOSTMechanisms.signatures[type] {
            self = .gost(gost.length, hashed: gost.hashed)
            try GOSTMechanisms.checkParameter(mechanism, gost.hashed)
            return
        } else {
            switch type {
            case .rsaPKCS: self = .rsaPKCS(nil)
            case .rsaX509: self = .rsaRaw
            case .rsaPKCSPSS:
                self = .rsaPSS(try mechanism.pssParameters(nil), isHashed: true)
                return
            case .ecdsa: self = .ecdsa(nil)
            case .eddsa:
                // Cards make plain Ed25519. With a parameter it is Ed25519ctx or Ed25519ph, also if the context is empty:
                // PKCS #11 3.0, 2.3.14.
                self = .eddsa
            default: throw TokenFault(.mechanismInvalid, "the mechanism does not sign")
            }
        }
        try mechanism.requireNoParameter()
    }

    /// The hash function that data goes through; nil if it is taken as it is.
    var digest: Digest? {
        switch self {
        case .rsaPKCS(let hash), .ecdsa(let hash): hash?.digest
        case .rsaPSS(let parameters, let isHashed): isHashed ? nil : parameters.hash.digest
        case .rsaRaw, .eddsa: nil
        case .gost(_, let algorithm): algorithm?.digest
        }
    }

    /// Whether keys of a kind make such signatures.
    func takes(_ key: PublicKeyValue) -> Bool {
        switch (self, key) {
        case (.rsaPKCS, .rsa), (.rsaPSS, .rsa), (.rsaRaw, .rsa), (.ecdsa, .ec), (.eddsa, .ed25519): true
        case (.gost(let length, let hashed), .gost(let parameters, _)):
            hashed.map { $0 == parameters.algorithm } ?? (length == parameters.algorithm.length)
        default: false
        }
    }

    /// How long a signature by a key is, in octets.
    static func length(_ key: PublicKeyValue) -> Int {
        switch key {
        case .rsa(let modulus, _): modulus.count
        case .ec(let curve, _): 2 * curve.fieldLength
        case .ed25519, .x25519: 64
        case .gost(let parameters, _): 2 * parameters.algorithm.length
        }
    }

    /// What a private key is given for data: the digest, if the scheme hashes.
    ///
    /// - Throws: `CKR_DATA_LEN_RANGE`.
    func input(_ data: [UInt8], _ key: PublicKeyValue) throws(TokenFault) -> [UInt8] {
        switch (self, key) {
        case (.rsaPKCS(let hash), .rsa(let modulus, _)):
            return try RSAPadding.signatureBlock((hash?.digestInfoPrefix ?? []) + data, length: modulus.count)
        case (.rsaPSS(let parameters, _), .rsa(let modulus, _)):
            return try RSAPadding.pssBlock(data, parameters, modulusBits: Self.bits(modulus))
        case (.rsaRaw, .rsa(let modulus, _)):
            guard data.count <= modulus.count else { throw TokenFault(.dataLenRange, "the data is too long") }
            return [UInt8](repeating: 0, count: modulus.count - data.count) + data
        case (.ecdsa, .ec(let curve, _)):
            guard !data.isEmpty else { throw TokenFault(.dataLenRange, "the digest is missing") }
            // Cut on the right as FIPS 186-5, 6.4.1, says; filled up for cards that want the whole length.
            let digest = data.prefix(curve.fieldLength)
            return [UInt8](repeating: 0, count: curve.fieldLength - digest.count) + digest
        case (.gost(let length, _), .gost):
            guard data.count == length else { throw TokenFault(.dataLenRange, "the data is not a digest") }
            return data
        default: return data
        }
    }

    /// The bits of a modulus.
    static func bits(_ modulus: [UInt8]) -> Int {
        modulus.count * 8 - (modulus.first ?? 0).leadingZeroBitCount
    }
}
