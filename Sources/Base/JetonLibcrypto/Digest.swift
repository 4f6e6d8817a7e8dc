import CJetonLibcrypto

/// A hash function.
///
/// - SeeAlso: FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3), RFC 5831, RFC 6986 (Streebog), RFC 8702 (SHAKE).
public struct Digest: RawRepresentable, Hashable, Sendable {
    /// The function's name in libcrypto.
    public let rawValue: String

    /// Names a hash function of libcrypto's default provider.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// SHA-1, 20 octets.
    public static let sha1 = Digest(rawValue: "SHA1")
    /// SHA-224, 28 octets.
    public static let sha224 = Digest(rawValue: "SHA2-224")
    /// SHA-256, 32 octets.
    public static let sha256 = Digest(rawValue: "SHA2-256")
    /// SHA-384, 48 octets.
    public static let sha384 = Digest(rawValue: "SHA2-384")
    /// SHA-512, 64 octets.
    public static let sha512 = Digest(rawValue: "SHA2-512")
    /// SHA3-224, 28 octets.
    public static let sha3Of224 = Digest(rawValue: "SHA3-224")
    /// SHA3-256, 32 octets.
    public static let sha3Of256 = Digest(rawValue: "SHA3-256")
    /// SHA3-384, 48 octets.
    public static let sha3Of384 = Digest(rawValue: "SHA3-384")
    /// SHA3-512, 64 octets.
    public static let sha3Of512 = Digest(rawValue: "SHA3-512")
    /// SHAKE256 with 64 bytes, as Ed448 is used with it in CMS (RFC 8419, 3.1).
    public static let shake256 = Digest(rawValue: "SHAKE256")
    /// GOST R 34.11-94 with 32 bytes, which needs OpenSSL's GOST provider; withdrawn.
    ///
    /// The parameters are id-GostR3411-94-CryptoProParamSet (RFC 5831; RFC 4357, 11.2).
    public static let gost341194 = Digest(rawValue: "md_gost94")
    /// GOST R 34.11-2012 with 32 bytes, which needs OpenSSL's GOST provider.
    public static let streebog256 = Digest(rawValue: "md_gost12_256")
    /// GOST R 34.11-2012 with 64 bytes, which needs OpenSSL's GOST provider.
    public static let streebog512 = Digest(rawValue: "md_gost12_512")

    /// Hashes octets.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` if libcrypto does not know the function,
    ///   ``LibcryptoError/Code/gostUnavailable`` for one of the GOST family without OpenSSL's GOST provider.
    public func hash(_ octets: [UInt8]) throws(LibcryptoError) -> [UInt8] { try hash(octets.span) }

    /// Hashes octets.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` if libcrypto does not know the function,
    ///   ``LibcryptoError/Code/gostUnavailable`` for one of the GOST family without OpenSSL's GOST provider.
    public func hash(_ octets: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try unsafe JetonLibcrypto.octets(capacity: Int(LIBCRYPTO_MAXIMUM_DIGEST_LENGTH)) { (pointer, written) in
            unsafe octets.withUnsafeBufferPointer { input in
                unsafe libcrypto_digest(rawValue, input.baseAddress, input.count, pointer, &written)
            }
        }
    }
}
