internal import JetonASN1
public import JetonFiles
public import JetonX509

/// Checks signatures that stand alone, as a key makes them, with one public key.
public enum RawVerifier {
    /// What checking a signature showed.
    public struct Report: Hashable, Sendable {
        /// The algorithm of the key by which it is a signature of the content; nil if there is none.
        public let algorithm: SignatureAlgorithm?
        /// Why the key proves nothing, whatever the signature is; nil for a key that is long enough.
        public let problem: String?

        /// Whether the signature is one of the content by the key.
        public var isValid: Bool { algorithm != nil }
    }

    /// The content that Ed25519 signs whole has at most this many bytes.
    public static let wholeContentLimit = 64 << 20

    /// The largest signature: an RSA key of 16,384 bits.
    private static let signatureLimit = 2048

    /// Checks a signature.
    ///
    /// - Parameters:
    ///   - signature: The file of the signature.
    ///   - content: The signed file.
    ///   - key: The public key.
    /// - Returns: What the check showed; not valid is an answer, not an error.
    /// - Throws: `FileError`; `DocumentError` if libcrypto fails.
    public static func verify(_ signature: InputFile, of content: InputFile, by key: PublicKey) throws -> Report {
        let octets = try FileSource.contents(of: signature, limit: signatureLimit)
        let problem = weakness(of: key)
        return Report(algorithm: problem == nil ? try matching(octets, key, content) : nil, problem: problem)
    }

    /// Reads a public key, or that of a certificate, PEM or DER.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/invalidKey``.
    public static func publicKey(at path: String) throws -> PublicKey {
        let octets = try FileSource.contents(of: InputFile(path), limit: 1 << 20)
        do {
            if PEM.isPresent(in: octets) {
                if let block = try PEM.parse(octets).first(where: { $0.label == "PUBLIC KEY" }) {
                    return try PublicKey(derRepresentation: block.octets)
                }
            } else if let key = try? PublicKey(derRepresentation: octets) {
                return key
            }
        } catch {
            let context = "\(path) is not a valid public key: \(error)"
            throw VerificationError(.invalidKey, "read", path, context, cause: error)
        }
        guard let certificate = try CertificateFile.certificates(at: path).first else {
            throw VerificationError(.invalidKey, "read", path, "\(path) has neither a public key nor a certificate")
        }
        return certificate.publicKey
    }

    /// Why a key is too short to prove anything, by the same bounds as for certificates.
    private static func weakness(of key: PublicKey) -> String? {
        guard let bits = key.bitCount else { return nil }
        switch key.kind {
        case .rsa where bits < 2048: return "the RSA key has \(bits) bits; fewer than 2048 are not secure"
        case .ellipticCurve where bits < 224: return "the key has \(bits) bits; fewer than 224 are not secure"
        default: return nil
        }
    }

    /// The algorithm of the key by which the signature is one of the file; SHA-1 is not among them.
    private static func matching(_ signature: [UInt8], _ key: PublicKey, _ content: InputFile) throws
        -> SignatureAlgorithm?
    {
        if case .ed25519 = key.kind {
            let message = try FileSource.contents(of: content, limit: wholeContentLimit)
            return key.check(signature, message: message, algorithm: .ed25519) == .valid ? .ed25519 : nil
        }
        for hash in key.gostHash.map({ [$0] }) ?? [.sha256, .sha384, .sha512, .sha224] {
            var source = try FileSource(content)
            let digest = try hash.hash(&source).digest
            for algorithm in algorithms(key, hash)
            where key.check(signature, input: digest, algorithm: algorithm) == .valid { return algorithm }
        }
        return nil
    }

    private static func algorithms(_ key: PublicKey, _ hash: HashAlgorithm) -> [SignatureAlgorithm] {
        switch key.kind {
        case .rsa: [.rsaPKCS1(hash), .rsaPSS(hash)]
        case .ellipticCurve: [.ecdsa(hash)]
        case .gost: [.gost(hash)]
        default: []
        }
    }
}
