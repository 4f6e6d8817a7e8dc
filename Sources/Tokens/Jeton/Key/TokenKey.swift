internal import Cryptoki
public import JetonX509
internal import Synchronization
internal import TokenKit

/// A private key on a token.
///
/// Its calls have two forms, as those of ``Token``. After a loss of the token and a new login the key is found again by
/// its public half. May be used from any thread.
public final class TokenKey: Sendable, CustomStringConvertible {
    /// Sessions that no call uses; their end calls the module.
    private final class Lanes: Disposable {
        struct Lane {
            let signer: TokenSigningKey
            let generation: Int
        }

        private let free: Mutex<[Lane]>

        init(_ lane: Lane) { free = Mutex([lane]) }

        func put(_ lane: Lane) { free.withLock { $0.append(lane) } }

        /// A session of a generation; those of former ones are let go of.
        func take(_ generation: Int) -> Lane? {
            let (lane, old) = free.withLock { free in
                let old = free.filter { $0.generation != generation }
                free.removeAll { $0.generation != generation }
                return (free.popLast(), old)
            }
            _ = consume old
            return lane
        }

        func dispose() {
            let lanes = free.withLock { free in
                defer { free = [] }
                return free
            }
            _ = consume lanes
        }
    }

    /// The public half.
    public let publicKey: PublicKey
    /// The certificate with the id of the key, the newest that is valid; nil if the token has none.
    public let certificate: Certificate?
    /// How the key signs, best first.
    public let algorithms: [SignatureAlgorithm]
    /// The key's label; empty if it has none.
    public let label: String
    /// The key's id; empty if it has none.
    public let id: [UInt8]
    /// A URI that names the key and its token.
    public let uri: String
    /// What the key was opened for.
    public let purpose: KeyPurpose

    let connection: TokenConnection
    private let lanes: Lanes

    init(
        _ connection: TokenConnection,
        _ signer: TokenSigningKey,
        uri: String,
        certificate: Certificate?,
        purpose: KeyPurpose
    ) {
        self.connection = connection
        self.uri = uri
        self.certificate = certificate
        self.purpose = purpose
        publicKey = signer.publicKey
        algorithms = purpose == .tls ? signer.algorithms.filter(\.isOfTLS) : signer.algorithms
        label = signer.label
        id = signer.id
        lanes = Lanes(Lanes.Lane(signer: signer, generation: connection.generation))
    }

    deinit { Disposal.dispose(lanes, on: connection.queue) }

    /// One line: label, kind and token.
    public var description: String {
        "key '\(label.withoutControlCharacters)' (\(publicKey)) on \(connection.selected)"
    }

    // MARK: - Signing

    /// Signs a message, which is hashed here unless the token hashes itself.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - algorithm: One of ``algorithms``; nil for the best.
    /// - Returns: The signature as X.509, CMS and TLS hold it: for ECDSA a DER SEQUENCE of r and s.
    /// - Throws: ``TokenError``: ``TokenError/Code/unsupported``, ``TokenError/Code/tokenLost``,
    ///   ``TokenError/Code/loginRequired``, ``TokenError/Code/failed``; the errors of a login for a key that requires the
    ///   PIN each time.
    public func signature(
        for message: some Sequence<UInt8>,
        algorithm: SignatureAlgorithm? = nil
    ) throws(TokenError) -> [UInt8] {
        let algorithm = try checked(algorithm)
        let message = Array(message)
        return try withSigner { try $0.sign(message: message, algorithm: algorithm) }
    }

    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digest: As many bytes as the algorithm's hash has.
    ///   - algorithm: One of ``algorithms`` that hashes.
    /// - Returns: As ``signature(for:algorithm:)``.
    /// - Throws: As ``signature(for:algorithm:)``; ``TokenError/Code/wrongPurpose`` for a key of TLS.
    public func signature(
        forDigest digest: some Sequence<UInt8>,
        algorithm: SignatureAlgorithm
    ) throws(TokenError) -> [UInt8] {
        try refuseForTLS("a digest")
        let digest = Array(digest)
        guard let hash = try checked(algorithm).hash, digest.count == hash.digestSize else {
            throw TokenError(.unsupported, "\(digest.count) bytes are not a digest for \(algorithm)")
        }
        return try withSigner { try $0.sign(digest, algorithm: algorithm) }
    }

    /// The key for the formats of documents, such as CMS and requests for certificates; its calls block.
    ///
    /// - Throws: ``TokenError/Code/wrongPurpose`` for a key of TLS; what opening a session throws.
    public func documentKey() throws(TokenError) -> any SigningKey & Sendable {
        try refuseForTLS("a document")
        return try TokenError.wrapping { try connection.signer(publicKey, id: id, certificate: certificate) }
    }

    private func refuseForTLS(_ what: String) throws(TokenError) {
        guard purpose == .tls else { return }
        throw TokenError(.wrongPurpose, "key '\(label)' was opened for TLS and cannot sign \(what)")
    }

    private func checked(_ algorithm: SignatureAlgorithm?) throws(TokenError) -> SignatureAlgorithm {
        guard let algorithm = algorithm ?? algorithms.first, algorithms.contains(algorithm) else {
            throw TokenError(
                .unsupported,
                "key '\(label)' does not sign with \(algorithm.map { "\($0)" } ?? "any scheme")"
            )
        }
        return algorithm
    }

    // MARK: - Sessions

    /// Runs work with a session of the key's that nothing else uses.
    func withSigner<Value>(_ body: (TokenSigningKey) throws -> Value) throws(TokenError) -> Value {
        try TokenError.wrapping {
            let generation = connection.generation
            let known = lanes.take(generation)
            return try connection.noticingLoss(of: generation) {
                let signer =
                    if let known { known.signer } else {
                        try connection.signer(publicKey, id: id, certificate: certificate)
                    }
                let lane = Lanes.Lane(signer: signer, generation: generation)
                do {
                    let value = try body(signer)
                    lanes.put(lane)
                    return value
                } catch {
                    if TokenError(error).code != .tokenLost { lanes.put(lane) }
                    throw error
                }
            }
        }
    }
}

extension SignatureAlgorithm {
    /// Whether TLS 1.2 or 1.3 has a signature scheme for it that is not broken.
    ///
    /// - SeeAlso: RFC 8446, 4.2.3.
    fileprivate var isOfTLS: Bool {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash), .ecdsa(let hash): [.sha256, .sha384, .sha512].contains(hash)
        case .ed25519: true
        case .gost: false
        }
    }
}
