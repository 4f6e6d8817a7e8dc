import CJetonLibcrypto

/// The block cipher GOST 28147-89 with the parameters id-Gost28147-89-CryptoPro-A-ParamSet, key meshing included.
///
/// Withdrawn, and with blocks of 8 octets unfit for much data under one key; here for channels of its time. Every
/// function throws ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
///
/// - SeeAlso: RFC 5830; RFC 4357, 2.3.2 and 11.1.
public enum GOST28147 {
    /// Length of a key, in octets.
    public static let keyLength = Int(LIBCRYPTO_GOST_KEY_LENGTH)
    /// Length of a block and of an initialization vector, in octets.
    public static let blockLength = Int(LIBCRYPTO_GOST28147_BLOCK_LENGTH)

    /// Encrypts or decrypts octets in counter mode.
    ///
    /// - Parameters:
    ///   - data: Any number of octets.
    ///   - key: 32 octets.
    ///   - iv: 8 octets, never twice the same with one key.
    /// - Returns: As many octets as `data` has.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths.
    /// - SeeAlso: RFC 5830, 6.
    public static func counterMode(
        _ data: Span<UInt8>,
        key: Span<UInt8>,
        iv: Span<UInt8>
    ) throws(LibcryptoError) -> [UInt8] {
        guard key.count == keyLength, iv.count == blockLength else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: data.count) { (output, written) in
            unsafe lend(data, key, iv) { (data, key, iv) in
                guard let key = key.baseAddress, let iv = iv.baseAddress else { return -1 }
                return unsafe libcrypto_gost28147_counter(key, iv, data.baseAddress, data.count, output)
            }
        }
    }

    /// The MAC ("imitovstavka") of some bytes.
    ///
    /// The last block is filled up with zeros, so a caller whose data may end in zeros or in the middle of a block
    /// puts a mark at the end; a single block is followed by one of zeros.
    ///
    /// - Parameters:
    ///   - data: At least one octet.
    ///   - key: 32 octets.
    /// - Returns: 4 octets.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths.
    /// - SeeAlso: RFC 5830, 8.
    public static func imit(_ data: Span<UInt8>, key: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        guard key.count == keyLength else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: Int(LIBCRYPTO_GOST28147_IMIT_LENGTH)) { (code, written) in
            unsafe lend(data, key) { (data, key) in
                // An empty span may have no address, and has no MAC.
                guard let key = key.baseAddress, let base = data.baseAddress else {
                    return Int32(LIBCRYPTO_INVALID.rawValue)
                }
                return unsafe libcrypto_gost28147_imit(key, base, data.count, code)
            }
        }
    }
}
