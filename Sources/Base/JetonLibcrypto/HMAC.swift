import CJetonLibcrypto

/// The code that proves octets to who has a key: HMAC with SHA-256.
///
/// - SeeAlso: RFC 2104, RFC 4231.
public enum HMAC {
    /// Length of a code, in octets.
    public static let length = Int(LIBCRYPTO_HMAC_LENGTH)

    /// The code over two strings of octets, one after the other.
    ///
    /// - Parameters:
    ///   - first: The octets that come first.
    ///   - second: The octets that follow.
    ///   - key: Any number of octets.
    /// - Returns: ``length`` octets; a caller that uses them as a key wipes them.
    /// - Throws: ``LibcryptoError/Code/failed`` without memory.
    public static func sha256(
        _ first: Span<UInt8>,
        _ second: Span<UInt8>,
        key: Span<UInt8>
    ) throws(LibcryptoError) -> [UInt8] {
        try unsafe octets(capacity: length) { (output, written) in
            unsafe lend(key, first, second) { (key, first, second) in
                unsafe libcrypto_hmac(
                    key.baseAddress,
                    key.count,
                    first.baseAddress,
                    first.count,
                    second.baseAddress,
                    second.count,
                    output
                )
            }
        }
    }
}
