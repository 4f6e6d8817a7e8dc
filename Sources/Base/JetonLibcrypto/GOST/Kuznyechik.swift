import CJetonLibcrypto

/// The block cipher Kuznyechik of GOST R 34.12-2015: blocks of 16 octets, keys of 32.
///
/// Every function throws ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
///
/// - SeeAlso: RFC 7801; for messages ``KuznyechikMGM``.
public enum Kuznyechik {
    /// Length of a key, in octets.
    public static let keyLength = Int(LIBCRYPTO_GOST_KEY_LENGTH)
    /// Length of a block, in octets.
    public static let blockLength = Int(LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH)

    /// Encrypts whole blocks, each by itself; right for single blocks, wrong for messages.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if `key` has not 32 octets, or `blocks` are not whole.
    public static func encrypt(_ blocks: Span<UInt8>, key: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try run(blocks, key: key, encrypts: true)
    }

    /// Decrypts whole blocks, each by itself.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if `key` has not 32 octets, or `blocks` are not whole.
    public static func decrypt(_ blocks: Span<UInt8>, key: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try run(blocks, key: key, encrypts: false)
    }

    /// CMAC: a MAC of 16 bytes.
    ///
    /// - Parameters:
    ///   - data: Any number of octets.
    ///   - key: 32 octets.
    /// - Returns: The MAC, 16 bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a key of another length.
    /// - SeeAlso: GOST R 34.13-2015, 5.6; NIST SP 800-38B.
    public static func cmac(_ data: Span<UInt8>, key: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        guard key.count == keyLength else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: blockLength) { (code, written) in
            unsafe lend(data, key) { (data, key) in
                guard let key = key.baseAddress else { return -1 }
                return unsafe libcrypto_kuznyechik_cmac(key, data.baseAddress, data.count, code)
            }
        }
    }

    private static func run(
        _ blocks: Span<UInt8>,
        key: Span<UInt8>,
        encrypts: Bool
    ) throws(LibcryptoError) -> [UInt8] {
        guard key.count == keyLength else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: blocks.count) { (output, written) in
            unsafe lend(blocks, key) { (blocks, key) in
                guard let key = key.baseAddress else { return -1 }
                return unsafe libcrypto_kuznyechik_blocks(
                    key,
                    encrypts,
                    blocks.baseAddress,
                    blocks.count,
                    output
                )
            }
        }
    }
}
