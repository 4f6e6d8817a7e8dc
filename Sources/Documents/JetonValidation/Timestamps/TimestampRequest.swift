public import JetonASN1
import JetonLibcrypto
import JetonOctets
public import JetonX509

/// A request to a timestamping authority.
///
/// - SeeAlso: RFC 3161, 2.4.1.
public struct TimestampRequest: Hashable, Sendable {
    /// The largest request that is read, in octets.
    static let sizeLimit = 1 << 16

    /// What is to be timestamped.
    public let imprint: MessageImprint
    /// The policy that the authority must follow; nil for its own choice.
    public let policy: OID?
    /// A random number that the token must repeat: big-endian without leading zeros; nil for none.
    public let nonce: [UInt8]?
    /// Whether the token must hold the authority's certificate.
    public let asksForCertificate: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - imprint: What is to be timestamped.
    ///   - policy: The policy that the authority must follow; nil for its own choice.
    ///   - nonce: Random octets, 8 or more; leading zeros are dropped; nil for none.
    ///   - asksForCertificate: Whether the token must hold the authority's certificate.
    public init(_ imprint: MessageImprint, policy: OID? = nil, nonce: [UInt8]?, asksForCertificate: Bool = true) {
        self.imprint = imprint
        self.policy = policy
        self.nonce = nonce.map { Array($0.drop { $0 == 0 }) }
        self.asksForCertificate = asksForCertificate
    }

    /// Reads a request in DER.
    ///
    /// - Throws: ``DocumentError/Code/malformed``; ``DocumentError/Code/limitExceeded`` above 64 KiB;
    ///   ``DocumentError/Code/unsupportedAlgorithm`` for a hash that is not known here.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        guard derRepresentation.count <= TimestampRequest.sizeLimit else {
            throw DocumentError(.limitExceeded, "a timestamp request of \(derRepresentation.count) bytes")
        }
        let parts = try reading("timestamp request") { () throws(EncodingError) in
            var reader = try ASN1Element.parse(derRepresentation).members(of: .sequence)
            guard try reader.next().int() == 1 else { throw EncodingError(.unexpectedValue, at: 0) }
            let imprint = try MessageImprint(reader.next())
            let policy = try reader.nextIf(.oid).map { element throws(EncodingError) in try element.oid() }
            let nonce = try reader.nextIf(.integer).map { element throws(EncodingError) in
                try element.unsignedInteger()
            }
            let asks = try reader.nextIf(.boolean)?.boolean() ?? false
            _ = try reader.nextIf(.contextConstructed(0))
            try reader.finish()
            return (imprint: imprint, policy: policy, nonce: nonce, asks: asks)
        }
        guard let imprint = parts.imprint else {
            throw DocumentError(.unsupportedAlgorithm, "timestamp request: its hash algorithm is not supported")
        }
        self.init(imprint, policy: parts.policy, nonce: parts.nonce, asksForCertificate: parts.asks)
    }

    /// Sixteen random octets for a nonce, the first between 64 and 127, so that an INTEGER keeps all of them.
    ///
    /// - Throws: ``DocumentError/Code/cryptographyFailed`` without random numbers.
    public static func randomNonce() throws(DocumentError) -> [UInt8] {
        do throws(LibcryptoError) {
            var octets = try Random.octets(16)
            octets[0] = octets[0] & 0x7F | 0x40
            return octets
        } catch {
            throw DocumentError(.cryptographyFailed, "random numbers are unavailable: \(error)")
        }
    }

    /// The TimeStampReq in DER: the body of a POST, and the contents of a file `.tsq`.
    public var derRepresentation: [UInt8] {
        DER.sequence(
            DER.integer(1),
            imprint.derRepresentation,
            policy.map { DER.oid($0) } ?? [],
            nonce.map { DER.integer(magnitude: $0) } ?? [],
            asksForCertificate ? DER.boolean(true) : []
        )
    }
}
