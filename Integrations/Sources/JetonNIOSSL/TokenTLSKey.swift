public import Jeton
public import NIOCore
public import NIOSSL

/// A key on a token as a private key of swift-nio-ssl, for servers and for client certificates.
///
/// The token signs on a thread of its queue, never on an event loop. What is offered is what the token can do: RSA by PSS
/// and by PKCS #1 v1.5, which TLS 1.2 needs, ECDSA on the key's own curve, Ed25519. RSA key exchange is left out: an
/// oracle for decryption has no place in a server.
///
/// - SeeAlso: RFC 8446, 4.2.3; RFC 5246, 7.4.1.4.1.
public struct TokenTLSKey: NIOSSLCustomPrivateKey, Hashable {
    /// The key on the token.
    public let key: TokenKey
    private let schemes: [(scheme: NIOSSL.SignatureAlgorithm, algorithm: Jeton.SignatureAlgorithm)]

    /// Takes a key.
    ///
    /// - Parameter key: A key that was opened for TLS.
    /// - Throws: ``TLSKeyError``.
    public init(_ key: TokenKey) throws(TLSKeyError) {
        guard key.purpose == .tls else { throw .anotherPurpose }
        self.key = key
        schemes = Self.known.filter { known in
            key.algorithms.contains(known.algorithm) && (known.bits == nil || known.bits == key.publicKey.bitCount)
        }.map { ($0.scheme, $0.algorithm) }
        guard !schemes.isEmpty else { throw .noScheme }
    }

    /// The schemes of TLS, best first; for ECDSA with the size of the key that the scheme is for.
    private static let known: [(scheme: NIOSSL.SignatureAlgorithm, algorithm: Jeton.SignatureAlgorithm, bits: Int?)] = [
        (.ecdsaSecp256R1Sha256, .ecdsa(.sha256), 256), (.ecdsaSecp384R1Sha384, .ecdsa(.sha384), 384),
        (.ecdsaSecp521R1Sha512, .ecdsa(.sha512), 521), (.ed25519, .ed25519, nil),
        (.rsaPssRsaeSha256, .rsaPSS(.sha256), nil), (.rsaPssRsaeSha384, .rsaPSS(.sha384), nil),
        (.rsaPssRsaeSha512, .rsaPSS(.sha512), nil), (.rsaPkcs1Sha256, .rsaPKCS1(.sha256), nil),
        (.rsaPkcs1Sha384, .rsaPKCS1(.sha384), nil), (.rsaPkcs1Sha512, .rsaPKCS1(.sha512), nil),
    ]

    /// What the token can do and TLS has a scheme for, best first.
    public var signatureAlgorithms: [NIOSSL.SignatureAlgorithm] { schemes.map(\.scheme) }

    /// Signs what a handshake gives, on a thread of the token's queue.
    public func sign(
        channel: any Channel,
        algorithm: NIOSSL.SignatureAlgorithm,
        data: ByteBuffer
    ) -> EventLoopFuture<ByteBuffer> {
        guard let chosen = schemes.first(where: { $0.scheme == algorithm })?.algorithm else {
            return channel.eventLoop.makeFailedFuture(TLSKeyError.noScheme)
        }
        let key = key
        return channel.eventLoop.makeFutureWithTask {
            ByteBuffer(bytes: try await key.signature(for: data.readableBytesView, algorithm: chosen))
        }
    }

    /// Refuses: only RSA key exchange decrypts.
    public func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        channel.eventLoop.makeFailedFuture(TLSKeyError.noDecryption)
    }

    /// Whether both have one public half.
    public static func == (left: TokenTLSKey, right: TokenTLSKey) -> Bool {
        left.key.publicKey.derRepresentation == right.key.publicKey.derRepresentation
    }

    /// Hashes the public half.
    public func hash(into hasher: inout Hasher) { hasher.combine(key.publicKey.derRepresentation) }
}
