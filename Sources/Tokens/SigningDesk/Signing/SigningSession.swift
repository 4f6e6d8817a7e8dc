internal import CAdES
internal import Cryptoki
public import JetonASN1
public import JetonCMS
public import JetonX509
internal import SignatureLevels
public import TokenKit
internal import VerificationDesk

/// A private key of a token in use, which signs one document after another under one login.
///
/// Every signature is read back from where it was written and checked by a separate code path before it is published.
///
/// ```swift
/// let signing = try SigningSession(login, key: .text("signing"), certificate: .ofKey)
/// try signing.sign(&letter, as: .detachedCMS, to: MemoryOutput { print($0.count) })
/// ```
///
/// Signatures take turns; each blocks as long as the token does. May be used from any thread.
public struct SigningSession: Sendable {
    /// The content that Ed25519 signs whole, or that a token hashes by itself, has at most this many bytes.
    public static let wholeContentLimit = RawVerifier.wholeContentLimit

    /// The token.
    public let token: SelectedToken
    /// The private key's attributes.
    public let record: ObjectRecord
    /// The private key.
    public let key: TokenSigningKey
    /// The signer's certificate first, then those that go with it; empty unless asked for.
    public let certificates: [Certificate]
    /// The key's other certificates on the token, which do not sign: the newest valid one does.
    public let passedOver: [Certificate]
    /// The issuer whose certificate is neither on the token nor among those given; nil if the chain is complete, or
    /// none was asked for.
    public let missingIssuer: DistinguishedName?
    /// Whether a person enters the PIN on the reader for each signature.
    public let asksOnReader: Bool

    /// Logs in and selects a key.
    ///
    /// - Parameters:
    ///   - login: Logs in to the token, and again for each signature of a key that requires it; its PIN is asked for
    ///     once and kept until the token refuses it.
    ///   - source: Where the PIN comes from; see ``GuardedLogin/login(_:source:role:)``.
    ///   - name: The key; nil for the only one.
    ///   - certificate: The certificate; nil if none is needed.
    ///   - chain: The certificates of issuers that go with it, from the token and from those given.
    /// - Throws: ``SelectionError``; ``LoginError``; `TokenSigningKeyError`; what ``SelectedToken/openSession(readWrite:)``
    ///   and ``GuardedLogin/login(_:source:role:)`` throw.
    public init(
        _ login: GuardedLogin,
        source: PINSource? = nil,
        key name: ObjectName? = nil,
        certificate: CertificateChoice? = nil,
        chain: ChainChoice = .issuers
    ) throws {
        token = login.token
        var session = try token.openSession()
        try login.login(&session, source: source)
        let selection = ObjectSelection(token: token)
        record = try selection.one(name, .privateKey, noun: "private key", &session)
        let chosen = try certificate?.chosen(for: record, selection, &session)
        let given = chosen?.certificates ?? []
        passedOver = chosen?.passedOver ?? []
        if let signer = given.first, chain != .none {
            var candidates = Array(given.dropFirst())
            if !signer.isSelfIssued {
                for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
                    if let other = try record.certificate(&session) { candidates.append(other) }
                }
            }
            let issuers = CertificateChain(of: signer, among: candidates)
            certificates = [signer] + issuers.certificates(chain)
            missingIssuer = issuers.missingIssuer
        } else {
            certificates = Array(given.prefix(1))
            missingIssuer = nil
        }
        let kept = KeptPIN()
        key = try TokenSigningKey(
            record.handle,
            session: session,
            certificate: certificates.first,
            login: SignatureLogin(
                read: { try kept.entry { try login.read(source, role: .contextSpecific) } },
                send: { session, pin in
                    do {
                        try login.authenticate(&session, pin, role: .contextSpecific)
                    } catch {
                        kept.refuse(error)
                        throw error
                    }
                }
            )
        )
        let isOnReader = source == .pinpad || source == nil && token.token.flags.contains(.protectedAuthenticationPath)
        asksOnReader = isOnReader && key.alwaysAuthenticates
    }

    /// The shortest URI that names the key.
    public var uri: String {
        let uri = record.fullURI(on: token)
        return ObjectSelection(token: token).shortest(uri, [uri])
    }

    /// The signer in a sentence: the subject of the certificate, or the public key.
    public var signer: String { certificates.first?.subject.description ?? key.publicKey.description }

    /// Which of several certificates of the key signs, in a sentence without a full stop; nil if there is one.
    public var certificateNote: String? {
        guard let signer = certificates.first, !passedOver.isEmpty else { return nil }
        return "key '\(record.label)' has \(passedOver.count + 1) certificates; the newest valid one is used: "
            + "\(signer) from \(signer.issuer), valid until \(signer.notAfter)"
    }

    // MARK: - Signing

    /// Signs content.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: The size of the content in bytes, if it is known.
    ///   - form: The form of the signature; CMS needs a certificate.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into a CMS message.
    ///   - output: Gets the signature.
    /// - Returns: The size of the signature in bytes.
    /// - Throws: ``SigningFailure``; `DocumentError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what `content` and `output` throw.
    @discardableResult
    public func sign<Content: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        _ content: inout Content,
        size: UInt64? = nil,
        as form: SignatureForm,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: consuming Output
    ) throws -> UInt64 {
        switch form {
        case .raw:
            let algorithm = try algorithm(hash)
            if let hash = algorithm.hash, !key.hashesMessages {
                try signRaw(hash.hash(&content).digest, algorithm, to: &output)
            } else {
                let message = try whole(&content)
                let signature = try key.sign(message: message, algorithm: algorithm)
                try writeRaw(signature, algorithm.input(for: message), algorithm, to: &output)
            }
        case .detachedCMS:
            let (signer, algorithm) = try cmsSigner(hash, additions)
            try sign(&content, size, as: DetachedCMS(signer: signer), algorithm, to: &output)
        case .attachedCMS:
            let (signer, algorithm) = try cmsSigner(hash, additions)
            try sign(&content, size, as: AttachedCMS(signer: signer), algorithm, to: &output)
        }
        let count = output.count
        try output.publish()
        return count
    }

    /// Signs content as a document of any format that CMS signers make.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: The size of the content in bytes, if it is known.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else the signature holds.
    ///   - output: Gets the document.
    ///   - format: Makes the format of the signer.
    ///   - finishing: Adds to the document after it was read back and before it is published.
    /// - Returns: The size of the document in bytes.
    /// - Throws: As ``sign(_:size:as:hash:with:to:)``; what `format` and `finishing` throw.
    @discardableResult
    public func sign<Format: SignatureFormat, Content: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        _ content: inout Content,
        size: UInt64? = nil,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: consuming Output,
        as format: (CMSSigner) throws -> Format,
        finishing: (inout Output) throws -> Void = { _ in }
    ) throws -> UInt64 {
        let (signer, algorithm) = try cmsSigner(hash, additions)
        try sign(&content, size, as: format(signer), algorithm, to: &output)
        try finishing(&output)
        let count = output.count
        try output.publish()
        return count
    }

    /// Signs content of which only the digest is here.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content by `hash`.
    ///   - form: The form of the signature: raw or detached. A token that hashes by itself makes no raw one.
    ///   - hash: The hash that made the digest; nil for the one of the key's with a digest of this size.
    ///   - additions: What else goes into a CMS message.
    ///   - output: Gets the signature.
    /// - Returns: The size of the signature in bytes.
    /// - Throws: As ``sign(_:size:as:hash:to:)``; `DocumentError` for a digest of another length than the hash's.
    @discardableResult
    public func sign<Output: SignatureOutput & ~Copyable>(
        digest: [UInt8],
        as form: SignatureForm,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: consuming Output
    ) throws -> UInt64 {
        let hash = try self.hash(of: digest, hash)
        switch form {
        case .raw: try signRaw(digest, algorithm(hash), to: &output)
        case .detachedCMS:
            let (signer, algorithm) = try cmsSigner(hash, additions)
            let expected = algorithm.contentHash
            guard expected == hash else { throw SigningFailure.otherDigest(expected: expected) }
            let format = DetachedCMS(signer: signer)
            let prepared = try format.prepare(contentDigest: digest, size: 0, algorithm: algorithm)
            try sign(prepared, as: format, to: &output)
        case .attachedCMS: throw SigningFailure.noContent
        }
        let count = output.count
        try output.publish()
        return count
    }

    /// The hash that made a digest.
    ///
    /// - Parameters:
    ///   - digest: The digest.
    ///   - given: The hash, if it is known.
    /// - Returns: That hash, or the first of the key's with a digest of this size.
    /// - Throws: `DocumentError` if the digest has another size.
    func hash(of digest: [UInt8], _ given: HashAlgorithm?) throws -> HashAlgorithm {
        if let given {
            guard digest.count == given.digestSize else {
                throw DocumentError(.invalidArgument, "\(digest.count) bytes are not a \(given) digest")
            }
            return given
        }
        guard let hash = key.algorithms.compactMap(\.hash).first(where: { $0.digestSize == digest.count }) else {
            throw DocumentError(
                .invalidArgument,
                "\(digest.count) bytes are not a digest that key '\(record.label)' signs"
            )
        }
        return hash
    }

    // MARK: - Messages with signatures

    /// The hash of the content that a further signature needs.
    ///
    /// - Parameter hash: The hash to sign with; nil for the one that suits the key.
    /// - Returns: The hash.
    /// - Throws: ``SigningFailure`` if the key has no algorithm with that hash; ``SelectionError`` without a certificate.
    public func contentHash(_ hash: HashAlgorithm? = nil) throws -> HashAlgorithm {
        try cmsSigner(hash).algorithm.contentHash
    }

    /// Adds a signature to a message that has some.
    ///
    /// - Parameters:
    ///   - report: What checking the message showed; every signature must hold.
    ///   - kind: What is signed.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into the message.
    ///   - document: Opens the message again; its content is copied if it holds it.
    ///   - output: Gets the new message.
    /// - Returns: The size of the new message in bytes.
    /// - Throws: As ``sign(_:size:as:hash:with:to:)``; `DocumentError` for a message that is not intact, or whose content
    ///   was not hashed by ``contentHash(_:)``.
    @discardableResult
    public func sign<Document: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        _ report: CMSReport,
        as kind: FurtherSignature,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        rereading document: () throws -> Document,
        to output: consuming Output
    ) throws -> UInt64 {
        guard report.isIntact else {
            throw DocumentError(.signatureMismatch, "the message is not intact, so nothing is added to it")
        }
        let (signer, algorithm) = try cmsSigner(hash, additions)
        var revision = MessageRevision(report)
        for certificate in certificates { revision.parts.add(certificate: certificate.derRepresentation) }
        switch kind {
        case .parallel:
            let hash = algorithm.contentHash
            guard let content = report.contentDigests.first(where: { $0.hash == hash }) else {
                throw SigningFailure.otherDigest(expected: hash)
            }
            let prepared = try DetachedCMS(signer: signer).prepare(
                contentDigest: content.digest,
                size: report.contentSize,
                algorithm: algorithm
            )
            let signature = try key.signChecked(prepared.octetsToSign, algorithm: algorithm).signature
            let added = prepared.parts(signature)
            for hash in added.hashes where !revision.parts.hashes.contains(hash) { revision.parts.hashes.append(hash) }
            revision.parts.signers += added.signers
            try additions.extender?.extend(&revision, signer: revision.parts.signers.count - 1)
        case .counter: try revision.countersign(as: signer, key: key, algorithm: algorithm)
        }
        try revision.write(rereading: document(), to: &output)
        try revision.readBack(output.written())
        let count = output.count
        try output.publish()
        return count
    }

    // MARK: - Forms

    private func algorithm(_ hash: HashAlgorithm?) throws(SigningFailure) -> SignatureAlgorithm {
        guard let algorithm = key.algorithms.first(where: { hash == nil || $0.hash == hash }) else {
            throw .unsupportedHash(hash, offered: key.algorithms)
        }
        return algorithm
    }

    func cmsSigner(
        _ hash: HashAlgorithm?,
        _ additions: SignatureAdditions = SignatureAdditions()
    ) throws -> (signer: CMSSigner, algorithm: SignatureAlgorithm) {
        guard let certificate = certificates.first else {
            throw SelectionError(.noCertificate, "a CMS signature requires the certificate of key '\(record.label)'")
        }
        var signer = CMSSigner(certificate: certificate, additionalCertificates: Array(certificates.dropFirst()))
        if hash != nil { signer.algorithm = try algorithm(hash) }
        signer.furtherAttributes = additions.attributes
        if let extender = additions.extender {
            if extender.level > .b { signer.completion = extender.completion }
            if additions.timestampsContent {
                signer.contentAttributes = { content throws(DocumentError) in [try extender.contentTimestamp(content)] }
            }
        }
        return (signer, try signer.algorithm(for: key))
    }

    private func signRaw<Output: SignatureOutput & ~Copyable>(
        _ input: [UInt8],
        _ algorithm: SignatureAlgorithm,
        to output: inout Output
    ) throws {
        try writeRaw(key.sign(input, algorithm: algorithm), input, algorithm, to: &output)
    }

    /// Writes a signature, and checks what was written.
    private func writeRaw<Output: SignatureOutput & ~Copyable>(
        _ signature: [UInt8],
        _ input: [UInt8],
        _ algorithm: SignatureAlgorithm,
        to output: inout Output
    ) throws {
        try output.write(signature.span)
        var written = try output.written()
        let octets = try contents(&written, limit: signature.count)
        guard let octets, key.publicKey.check(octets, input: input, algorithm: algorithm) == .valid else {
            throw SigningFailure.notValid
        }
    }

    private func sign<Format: SignatureFormat, Content: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        _ content: inout Content,
        _ size: UInt64?,
        as format: Format,
        _ algorithm: SignatureAlgorithm,
        to output: inout Output
    ) throws {
        let prepared = try format.prepare(&content, size: size, algorithm: algorithm, to: &output)
        try sign(prepared, as: format, to: &output)
    }

    private func sign<Format: SignatureFormat, Output: SignatureOutput & ~Copyable>(
        _ prepared: Format.Prepared,
        as format: Format,
        to output: inout Output
    ) throws {
        do {
            try format.sign(prepared, key: key, to: &output) { try $0.written() }
        } catch let error as DocumentError where error.code == .signatureMismatch {
            throw SigningFailure.notValid
        }
    }

    // MARK: - Content

    private func whole<Content: ByteSource & ~Copyable>(_ content: inout Content) throws -> [UInt8] {
        guard let octets = try contents(&content, limit: SigningSession.wholeContentLimit) else {
            let limit = SigningSession.wholeContentLimit
            throw key.hashesMessages ? SigningFailure.tooLargeForToken(limit: limit) : .tooLarge(limit: limit)
        }
        return octets
    }

    /// All bytes of a source; nil if there are more than the limit.
    private func contents<Source: ByteSource & ~Copyable>(
        _ source: inout Source,
        limit: Int
    ) throws -> [UInt8]? {
        var octets: [UInt8] = []
        var isTooLarge = false
        try source.forEachPiece { piece in
            guard octets.count + piece.count <= limit else {
                isTooLarge = true
                return
            }
            for index in piece.indices { octets.append(piece[index]) }
        }
        return isTooLarge ? nil : octets
    }
}
