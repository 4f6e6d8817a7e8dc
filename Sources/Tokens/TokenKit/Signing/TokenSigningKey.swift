public import Cryptoki
internal import JetonASN1
internal import JetonLibcrypto
internal import JetonOctets
public import JetonX509
internal import Synchronization

/// A private key on a token as a ``SigningKey``.
///
/// The key owns a session, which must be logged in. All hashing is done by the host, and the token signs in one part
/// with a mechanism that nearly every token has; only a token that signs by GOST R 34.10 no digests gets the message.
/// Calls take turns; each blocks as long as the token does.
public final class TokenSigningKey: SigningKey, Sendable {
    /// The public half.
    public let publicKey: PublicKey
    /// What the key can do, best first.
    public let algorithms: [SignatureAlgorithm]
    /// The key's `CKA_ID`; empty if it has none.
    public let id: [UInt8]
    /// The key's `CKA_LABEL`.
    public let label: String
    /// Whether each signature needs a login of its own.
    public let alwaysAuthenticates: Bool

    /// The mechanism by which the token signs messages, where it signs no digests.
    private let hashing: MechanismType?
    private let handle: ObjectHandle
    private let session: Mutex<Session>
    private let login: SignatureLogin?

    /// Takes a key of a session.
    ///
    /// The public half comes from the private key itself, the public key object with the same id, or the certificate
    /// with the same id, whichever tells it first.
    ///
    /// - Parameters:
    ///   - handle: A private key that the session sees.
    ///   - session: Logged in; taken over.
    ///   - certificate: A certificate that is known to be the key's; asked last.
    ///   - login: Used for each signature if the key wants it.
    /// - Throws: ``CryptokiError``; ``TokenSigningKeyError`` if nothing tells the public half, or Jeton can't use
    ///   keys of this type.
    public init(
        _ handle: ObjectHandle,
        session: consuming Session,
        certificate: Certificate? = nil,
        login: SignatureLogin? = nil
    ) throws {
        let values = try session.attributes(TokenPublicKey.types, of: handle)
        id = values.id ?? []
        label = values.label ?? ""
        alwaysAuthenticates = values.flag(.alwaysAuthenticate) ?? false
        guard let publicKey = try TokenSigningKey.publicKey(values, &session) ?? certificate?.publicKey else {
            throw TokenSigningKeyError.publicKeyUnknown(label: label)
        }
        self.publicKey = publicKey
        let mechanisms = Set(try session.slot.mechanisms())
        hashing = TokenSigningKey.hashing(publicKey, mechanisms)
        algorithms = TokenSigningKey.algorithms(publicKey, mechanisms)
        guard !algorithms.isEmpty else { throw TokenSigningKeyError.noAlgorithm(publicKey.description) }
        self.handle = handle
        self.session = Mutex(session)
        self.login = login
    }

    /// Whether the key's session is still there: false once the token was gone, even if it is back.
    ///
    /// Blocks while the key signs.
    package var isPresent: Bool {
        session.withLock { session in
            // Some modules notice only when they are asked for the slot, and then end its sessions.
            guard let slot = try? session.slot.info(), slot.flags.contains(.tokenPresent) else { return false }
            return (try? session.state()) != nil
        }
    }

    /// Whether the token hashes and takes messages only: ``sign(_:algorithm:)`` refuses digests then.
    public var hashesMessages: Bool { hashing != nil }

    /// Signs a digest, or for Ed25519 a message.
    ///
    /// - Throws: ``CryptokiError``, ``DocumentError``, ``TokenSigningKeyError/takesNoDigest(label:)`` if the token
    ///   takes messages only, and what the login for the signature throws.
    public func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        guard hashing == nil else { throw TokenSigningKeyError.takesNoDigest(label: label) }
        let (mechanism, data) = try operation(input, algorithm)
        return try sign(data, mechanism, input)
    }

    /// Signs a message, which the token hashes if it takes no digests.
    ///
    /// - Throws: ``CryptokiError``, ``DocumentError``, and what the login for the signature throws.
    public func sign(message: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        // Needed in any case: the digest tells in which form the token gives its numbers.
        let input = try algorithm.input(for: message)
        guard let hashing else { return try sign(input, algorithm: algorithm) }
        return try sign(message, Mechanism(hashing), input)
    }

    private func sign(_ data: [UInt8], _ mechanism: Mechanism, _ input: [UInt8]) throws -> [UInt8] {
        let expected = publicKey.bitCount.map { ($0 + 7) / 8 } ?? 256
        let raw = try session.withLock { session in
            try begin(mechanism, &session)
            return try session.finishSign(
                data.span,
                mechanism: mechanism.type,
                expectedLength: max(2 * expected, 64)
            )
        }
        return try encoded(raw, input)
    }

    /// Signs by a mechanism; the signature is as the module gives it.
    ///
    /// - Throws: ``CryptokiError``, and what the login for the signature throws.
    package func sign(_ data: [UInt8], with mechanism: Mechanism) throws -> [UInt8] {
        try session.withLock { session in
            try begin(mechanism, &session)
            return try session.finishSign(data.span, mechanism: mechanism.type)
        }
    }

    private func begin(_ mechanism: Mechanism, _ session: inout Session) throws {
        guard alwaysAuthenticates, let login else { return try session.signInit(mechanism, key: handle) }
        let pin = try login.read()
        try session.signInit(mechanism, key: handle)
        do {
            try login.send(&session, pin)
        } catch {
            session.cancelOperations()
            throw error
        }
    }

    private func operation(
        _ input: [UInt8],
        _ algorithm: SignatureAlgorithm
    ) throws(DocumentError) -> (Mechanism, [UInt8]) {
        switch algorithm {
        case .rsaPKCS1(let hash): return (.rsaPKCS, try DigestInfo.encode(input, hash: hash))
        case .rsaPSS(let hash):
            let (digest, mask) = try TokenSigningKey.pss(hash)
            let parameters = MechanismParameters.rsaPSS(hash: digest, mask: mask, saltLength: UInt(hash.digestSize))
            return (Mechanism(.rsaPKCSPSS, parameters), input)
        case .ecdsa:
            // FIPS 186-5, 6.4: of a digest that is longer than the curve's order the leftmost bits count. Tokens
            // differ in whether they cut it themselves.
            if case .ellipticCurve(let curve, _) = publicKey.kind, let bits = curve.bitCount, bits % 8 == 0 {
                return (.ecdsa, Array(input.prefix(bits / 8)))
            }
            return (.ecdsa, input)
        case .ed25519: return (.eddsa, input)
        case .gost(let hash): return (Mechanism(hash == .streebog512 ? .gostr3410_512 : .gostr3410), input)
        }
    }

    /// The signature as X.509 and CMS hold it.
    private func encoded(_ raw: [UInt8], _ input: [UInt8]) throws -> [UInt8] {
        if case .gost(let parameters, _) = publicKey.kind { return try gostSignature(raw, input, parameters) }
        guard case .ellipticCurve(let curve, _) = publicKey.kind, let size = curve.orderSize else { return raw }
        do {
            // Some modules answer X9.62's SEQUENCE instead of r and s.
            return try JetonASN1.ECDSASignature(ofToken: raw, orderLength: size).derRepresentation
        } catch {
            throw DocumentError(.malformedSignature, "\(raw.count) bytes are not r and s of \(curve)")
        }
    }

    /// A GOST R 34.10 signature as s, then r, each big-endian, which is the standard's form.
    ///
    /// Some modules answer r first, or numbers with the least significant byte first: the form that verifies is taken.
    private func gostSignature(
        _ raw: [UInt8],
        _ digest: [UInt8],
        _ parameters: GOSTParameters
    ) throws(DocumentError) -> [UInt8] {
        let length = parameters.algorithm.length
        guard raw.count == 2 * length else {
            throw DocumentError(.malformedSignature, "\(raw.count) bytes are not s and r of \(publicKey)")
        }
        let (first, second) = (raw.prefix(length), raw.suffix(length))
        let forms: [[UInt8]] = [
            raw, Array(second + first), first.reversed() + second.reversed(), raw.reversed(),
        ]
        let fitting = forms.first { form in
            algorithms.contains { publicKey.check(form, input: digest, algorithm: $0) == .valid }
        }
        return fitting ?? raw
    }

    private static func publicKey(_ values: AttributeValues, _ session: inout Session) throws -> PublicKey? {
        if let key = TokenPublicKey.make(values) { return key }
        guard let id = values.id else { return nil }
        for handle in try session.find([.objectClass(.publicKey), .id(id)]) {
            if let key = TokenPublicKey.make(try session.attributes(TokenPublicKey.publicTypes, of: handle)) {
                return key
            }
        }
        for handle in try session.find([.objectClass(.certificate), .id(id)]) {
            let certificate = try session.attributes([.value], of: handle)
            if let der = certificate.octets(.value), let certificate = try? Certificate(derRepresentation: der) {
                return certificate.publicKey
            }
        }
        return nil
    }

    /// The mechanism that hashes and signs, if a token has none that signs digests by a GOST key.
    private static func hashing(_ key: PublicKey, _ mechanisms: Set<MechanismType>) -> MechanismType? {
        guard case .gost(let parameters, _) = key.kind else { return nil }
        let (raw, hashing): (MechanismType, MechanismType) =
            switch parameters.algorithm {
            case .gost2001: (.gostr3410, .gostr3410WithGOSTR3411)
            case .gost2012Of256: (.gostr3410, .gostr3410WithGOSTR3411_12_256)
            case .gost2012Of512: (.gostr3410_512, .gostr3410WithGOSTR3411_12_512)
            }
        return !mechanisms.contains(raw) && mechanisms.contains(hashing) ? hashing : nil
    }

    /// What a key and its token can do together.
    private static func algorithms(_ key: PublicKey, _ mechanisms: Set<MechanismType>) -> [SignatureAlgorithm] {
        switch key.kind {
        case .rsa:
            var algorithms: [SignatureAlgorithm] = []
            if mechanisms.contains(.rsaPKCS) {
                algorithms += [.rsaPKCS1(.sha256), .rsaPKCS1(.sha384), .rsaPKCS1(.sha512), .rsaPKCS1(.sha224)]
            }
            if mechanisms.contains(.rsaPKCSPSS) {
                algorithms += [.rsaPSS(.sha256), .rsaPSS(.sha384), .rsaPSS(.sha512), .rsaPSS(.sha224)]
            }
            return algorithms
        case .ellipticCurve(let curve, _):
            guard mechanisms.contains(.ecdsa) else { return [] }
            return switch curve {
            case .p384: [.ecdsa(.sha384), .ecdsa(.sha256), .ecdsa(.sha512), .ecdsa(.sha224)]
            case .p521: [.ecdsa(.sha512), .ecdsa(.sha384), .ecdsa(.sha256), .ecdsa(.sha224)]
            default: [.ecdsa(.sha256), .ecdsa(.sha384), .ecdsa(.sha512), .ecdsa(.sha224)]
            }
        case .ed25519: return mechanisms.contains(.eddsa) ? [.ed25519] : []
        case .gost(let parameters, _):
            guard let hash = key.gostHash else { return [] }
            let raw: MechanismType = parameters.algorithm.length == 64 ? .gostr3410_512 : .gostr3410
            return mechanisms.contains(raw) || hashing(key, mechanisms) != nil ? [.gost(hash)] : []
        default: return []
        }
    }

    private static func pss(_ hash: HashAlgorithm) throws(DocumentError) -> (MechanismType, MaskGeneration) {
        switch hash {
        case .sha1: return (.sha1, .mgf1SHA1)
        case .sha224: return (.sha224, .mgf1SHA224)
        case .sha256: return (.sha256, .mgf1SHA256)
        case .sha384: return (.sha384, .mgf1SHA384)
        case .sha512: return (.sha512, .mgf1SHA512)
        default: throw DocumentError(.unsupportedAlgorithm, "RSA-PSS with \(hash) on a token")
        }
    }
}
