import JetonASN1

/// The DigestInfo of PKCS #1 v1.5, which a token's raw `CKM_RSA_PKCS` wants around the digest.
///
/// - SeeAlso: RFC 8017, 9.2, notes 1 and 2.
public enum DigestInfo {
    /// Encodes a digest with its algorithm.
    ///
    /// - Parameters:
    ///   - digest: Exactly `hash.digestSize` octets.
    ///   - hash: The algorithm that made it.
    /// - Returns: 15 octets and the digest for SHA-1, 19 and the digest for SHA-2.
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a digest of another length.
    public static func encode(_ digest: [UInt8], hash: HashAlgorithm) throws(DocumentError) -> [UInt8] {
        guard digest.count == hash.digestSize else {
            throw DocumentError(.invalidArgument, "\(digest.count) bytes are not a \(hash) digest")
        }
        return DER.sequence(DER.sequence(DER.oid(hash.oid), DER.null), DER.octetString(digest))
    }
}
