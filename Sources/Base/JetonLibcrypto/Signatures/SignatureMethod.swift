/// How a signature is made and verified, apart from the key.
public enum SignatureMethod: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 over a digest (RFC 8017, 8.2).
    case rsaPKCS1(Digest)
    /// RSASSA-PSS over a digest, with MGF1 over a second hash function (RFC 8017, 8.1).
    ///
    /// The salt has 0 to 2,048 bytes; PKCS #11 and X.509 state its length.
    case rsaPSS(Digest, mask: Digest, saltLength: Int)
    /// ECDSA over a digest, which is cut to the length of the order (FIPS 186-5, 6.4); r and s in DER.
    case ecdsa
    /// DSA over a digest, which is cut to the length of q (FIPS 186-4, 4.7); r and s in DER.
    case dsa
    /// Ed25519 or Ed448 over the whole message, without a context (RFC 8032).
    case edDSA
    /// GOST R 34.10-2001 or -2012 over a digest as long as a scalar (RFC 7091, 6.2).
    ///
    /// The signature is s, then r, each big-endian and as long as a scalar: the form of X.509 and CMS (RFC 4491, 2.2.2;
    /// RFC 9215, 2.3), which PKCS #11 takes over.
    case gost
}
