public import Foundation
public import Jeton
public import SwiftASN1
public import X509

/// A key on a token as a private key of swift-certificates: for certificates, requests and CMS.
///
/// ```swift
/// let key = try Certificate.PrivateKey(token.key("authority"))
/// ```
///
/// RSA signs by PKCS #1 v1.5, ECDSA and Ed25519 as their standards say: what swift-certificates knows. Certificates and
/// requests have asynchronous initializers, which wait without a thread; `CMS.sign` is synchronous and blocks the caller.
/// Two keys are equal if their public halves are.
public struct TokenPrivateKey: CustomPrivateKey {
    /// The key on the token.
    public let key: TokenKey
    /// The public half.
    public let publicKey: Certificate.PublicKey

    /// Takes a key.
    ///
    /// - Parameter key: A key that is not open for TLS alone.
    /// - Throws: ``IntegrationError``; an error of swift-certificates for a public key that it does not take.
    public init(_ key: TokenKey) throws {
        guard key.purpose == .any else { throw IntegrationError.keyOfTLS }
        self.key = key
        publicKey = try Certificate.PublicKey(derEncoded: key.publicKey.derRepresentation)
        guard key.algorithms.contains(where: { Certificate.SignatureAlgorithm($0) != nil }) else {
            throw IntegrationError.noAlgorithm
        }
    }

    /// The best algorithm that swift-certificates knows.
    public var defaultSignatureAlgorithm: Certificate.SignatureAlgorithm {
        // The initializer has seen that there is one.
        supportedSignatureAlgorithms.first ?? .ecdsaWithSHA256
    }

    /// What the token can do and swift-certificates knows, best first.
    public var supportedSignatureAlgorithms: [Certificate.SignatureAlgorithm] {
        key.algorithms.compactMap { Certificate.SignatureAlgorithm($0) }
    }

    /// Signs, and blocks as long as the token does.
    ///
    /// - Throws: `TokenError`.
    public func signSynchronously(
        bytes: some DataProtocol,
        signatureAlgorithm: Certificate.SignatureAlgorithm
    ) throws -> Certificate.Signature {
        let signature: [UInt8] = try key.signature(for: bytes, algorithm: algorithm(signatureAlgorithm))
        return try Certificate.Signature(
            signatureAlgorithm: signatureAlgorithm,
            signatureBytes: ASN1BitString(bytes: signature[...])
        )
    }

    /// Signs on a thread of the token's queue.
    ///
    /// - Throws: `TokenError`.
    public func signAsynchronously(
        bytes: some DataProtocol & Sendable,
        signatureAlgorithm: Certificate.SignatureAlgorithm
    ) async throws -> Certificate.Signature {
        let signature = try await key.signature(for: bytes, algorithm: algorithm(signatureAlgorithm))
        return try Certificate.Signature(
            signatureAlgorithm: signatureAlgorithm,
            signatureBytes: ASN1BitString(bytes: signature[...])
        )
    }

    private func algorithm(
        _ wanted: Certificate.SignatureAlgorithm
    ) throws -> Jeton.SignatureAlgorithm {
        guard let algorithm = key.algorithms.first(where: { Certificate.SignatureAlgorithm($0) == wanted }) else {
            throw IntegrationError.noAlgorithm
        }
        return algorithm
    }

    /// Whether both have one public half.
    public static func == (left: TokenPrivateKey, right: TokenPrivateKey) -> Bool { left.publicKey == right.publicKey }

    /// Hashes the public half.
    public func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

// The URI of the key, as OpenSSL's pkcs11-provider writes it; never a key.
extension TokenPrivateKey {
    /// The label of the block of PEM.
    public static let defaultPEMDiscriminator = "PKCS#11 PROVIDER URI"

    /// Writes a SEQUENCE of a VisibleString, which says what it is, and the URI in a UTF8String.
    public func serialize(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            coder.appendPrimitiveNode(identifier: ASN1Identifier(tagWithNumber: 0x1A, tagClass: .universal)) {
                $0.append(contentsOf: "PKCS#11 Provider URI v1.0".utf8)
            }
            try coder.serialize(ASN1UTF8String(key.uri))
        }
    }

    /// The URI in a block of PEM, to be given to `Token.key`, which refuses one that names a module or a PIN.
    ///
    /// - Parameter pem: One block with the label ``defaultPEMDiscriminator``.
    /// - Returns: The URI.
    /// - Throws: An error of SwiftASN1 for anything else.
    public static func uri(pemEncoded pem: String) throws -> String {
        let document = try PEMDocument(pemString: pem)
        guard document.discriminator == defaultPEMDiscriminator else {
            throw ASN1Error.invalidPEMDocument(reason: "the block is not a \(defaultPEMDiscriminator)")
        }
        return try DER.sequence(DER.parse(document.derBytes), identifier: .sequence) { nodes in
            _ = nodes.next()
            return String(try ASN1UTF8String(derEncoded: &nodes))
        }
    }
}

extension Certificate.PrivateKey {
    /// Makes a private key of a key on a token.
    ///
    /// - Throws: As ``TokenPrivateKey/init(_:)``.
    public init(_ key: TokenKey) throws { self.init(try TokenPrivateKey(key)) }
}

extension Certificate.SignatureAlgorithm {
    /// The algorithm of Jeton's name; nil for one that swift-certificates does not know.
    init?(_ algorithm: Jeton.SignatureAlgorithm) {
        switch algorithm {
        case .ecdsa(.sha256): self = .ecdsaWithSHA256
        case .ecdsa(.sha384): self = .ecdsaWithSHA384
        case .ecdsa(.sha512): self = .ecdsaWithSHA512
        case .rsaPKCS1(.sha256): self = .sha256WithRSAEncryption
        case .rsaPKCS1(.sha384): self = .sha384WithRSAEncryption
        case .rsaPKCS1(.sha512): self = .sha512WithRSAEncryption
        case .ed25519: self = .ed25519
        default: return nil
        }
    }
}
