internal import ASN1
internal import ArgumentParser
internal import SigningDesk
internal import X509

/// One `jeton verify --format raw`.
struct RawVerification {
    let signature: String
    let file: String?
    /// The files of a public key or of its certificate; just one.
    let keyFiles: [String]
    let json: Bool

    /// The largest signature: an RSA key of 16,384 bits.
    private static let signatureLimit = 2048

    func run() throws -> ExitCode {
        guard keyFiles.count == 1 else {
            throw CommandError.usage("a raw signature is checked with one key: give --public-key or --certificate")
        }
        let content = file ?? (signature.hasSuffix(".sig") ? String(signature.dropLast(4)) : nil)
        guard let content else {
            throw CommandError.usage("\(signature) does not end in .sig, so name the signed file as well")
        }
        let octets = try FileSource.contents(of: signature, limit: Self.signatureLimit)
        let key = try publicKey(at: keyFiles[0])
        let problem = weakness(of: key)
        let algorithm = problem == nil ? try matching(octets, key, content) : nil
        let isValid = algorithm != nil
        if json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.verify.raw/1")), ("signature", .string(signature)),
                    ("file", .string(content)), ("valid", .bool(isValid)),
                    ("algorithm", .text(algorithm?.description)), ("publicKey", .string(key.description)),
                    ("problem", .text(problem)),
                ])
            )
        } else {
            let style = Console.style
            try Console.print([
                "\(signature): " + (isValid ? style.green("valid") : style.red("not valid")),
                "  public key: \(key)",
                algorithm.map { "  algorithm:  \($0)" }
                    ?? "  failed: \(problem ?? "no algorithm of the key makes this signature of \(content)")",
            ])
        }
        return isValid ? .success : .finding
    }

    private func publicKey(at path: String) throws -> PublicKey {
        let octets = try FileSource.contents(of: path, limit: 1 << 20)
        do {
            if PEM.isPresent(in: octets) {
                if let block = try PEM.parse(octets).first(where: { $0.label == "PUBLIC KEY" }) {
                    return try PublicKey(derRepresentation: block.octets)
                }
            } else if let key = try? PublicKey(derRepresentation: octets) {
                return key
            }
        } catch {
            throw CommandError("\(path) is not a valid public key: \(error)", exitCode: .inputOutput)
        }
        guard let certificate = try CertificateFile.certificates(at: path).first else {
            throw CommandError("\(path) has neither a public key nor a certificate", exitCode: .inputOutput)
        }
        return certificate.publicKey
    }

    /// Why a key is too short to prove anything, by the same bounds as for certificates.
    private func weakness(of key: PublicKey) -> String? {
        guard let bits = key.bitCount else { return nil }
        switch key.kind {
        case .rsa where bits < 2048: return "the RSA key has \(bits) bits, and fewer than 2048 are not secure"
        case .ellipticCurve where bits < 224: return "the key has \(bits) bits, and fewer than 224 are not secure"
        default: return nil
        }
    }

    /// The algorithm of the key by which the signature is one of the file; SHA-1 is not among them.
    private func matching(_ signature: [UInt8], _ key: PublicKey, _ content: String) throws -> SignatureAlgorithm? {
        if case .ed25519 = key.kind {
            let message = try FileSource.contents(of: content, limit: SigningSession.wholeContentLimit)
            return key.check(signature, message: message, algorithm: .ed25519) == .valid ? .ed25519 : nil
        }
        for hash in key.gostHash.map({ [$0] }) ?? [.sha256, .sha384, .sha512] {
            var source = try FileSource(path: content)
            let digest = try hash.hash(&source).digest
            for algorithm in algorithms(key, hash)
            where key.check(signature, input: digest, algorithm: algorithm) == .valid { return algorithm }
        }
        return nil
    }

    private func algorithms(_ key: PublicKey, _ hash: HashAlgorithm) -> [SignatureAlgorithm] {
        switch key.kind {
        case .rsa: [.rsaPKCS1(hash), .rsaPSS(hash)]
        case .ellipticCurve: [.ecdsa(hash)]
        case .gost: [.gost(hash)]
        default: []
        }
    }
}
