import CLibcrypto

/// The hash function GOST R 34.11-94 with the parameters id-GostR3411-94-CryptoProParamSet.
///
/// Withdrawn; here for VKO GOST R 34.10-2001, which is defined with it.
///
/// - SeeAlso: RFC 5831; RFC 4357, 11.2.
public enum GOST341194 {
    /// Hashes octets to 32 octets.
    ///
    /// - Throws: ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    public static func hash(_ data: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try Libcrypto.hash(LIBCRYPTO_GOST_3411_94, data, count: 32)
    }
}
